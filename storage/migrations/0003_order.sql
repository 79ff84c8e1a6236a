-- The order of a community: its rules (values are JSON), who is banned, and who changed what when.

CREATE TABLE house_rule (
    community TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (community, name)
);

CREATE TABLE ban (
    community TEXT NOT NULL,
    person TEXT NOT NULL,
    why TEXT NOT NULL,
    by_whom TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (community, person)
);

-- seq is the row of the community's stream that made the change.
CREATE TABLE ruling (
    community TEXT NOT NULL,
    seq BIGINT NOT NULL,
    name TEXT NOT NULL,
    at BIGINT NOT NULL,
    by_whom TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (community, seq, name)
);
