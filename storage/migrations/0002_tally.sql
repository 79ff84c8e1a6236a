-- What each person has played against the house; amounts are hundredths of a chip.

CREATE TABLE tally (
    community TEXT NOT NULL,
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    rounds BIGINT NOT NULL,
    staked BIGINT NOT NULL,
    back BIGINT NOT NULL,
    best BIGINT NOT NULL,
    hand TEXT NOT NULL,
    PRIMARY KEY (community, person, game)
);
