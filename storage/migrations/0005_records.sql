-- What a community keeps of its tournaments: its own structures, and seasons with their points.

-- key is the name as names are compared; body is JSON.
CREATE TABLE structure (
    community TEXT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    by_whom TEXT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (community, key)
);

-- The season with the greatest number is the present one; before the first it is number 0.
CREATE TABLE season (
    community TEXT NOT NULL,
    number BIGINT NOT NULL CHECK (number > 0),
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    by_whom TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (community, number)
);

CREATE UNIQUE INDEX season_key ON season (community, key);

-- How somebody came out of a tournament: once, whatever is told twice. prize is in hundredths.
CREATE TABLE score (
    tournament TEXT NOT NULL,
    person TEXT NOT NULL,
    community TEXT NOT NULL,
    season BIGINT NOT NULL,
    at BIGINT NOT NULL,
    place BIGINT NOT NULL CHECK (place > 0),
    points BIGINT NOT NULL CHECK (points >= 0),
    prize BIGINT NOT NULL CHECK (prize >= 0),
    PRIMARY KEY (tournament, person)
);

CREATE INDEX score_of_season ON score (community, season);
