-- Amounts are hundredths of a chip, times milliseconds since 1970; keys are made by the caller.
-- Bounds well inside 64 bits keep every sum an integer in both databases.

CREATE TABLE account (
    id TEXT PRIMARY KEY,
    balance BIGINT NOT NULL,
    may_owe BIGINT NOT NULL CHECK (may_owe IN (0, 1)),
    CONSTRAINT account_covered CHECK (
        balance BETWEEN -4000000000000000000 AND 4000000000000000000
        AND (balance >= 0 OR may_owe = 1)
    )
);

CREATE TABLE transfer (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    note TEXT NOT NULL
);

CREATE TABLE entry (
    transfer TEXT NOT NULL REFERENCES transfer (id),
    account TEXT NOT NULL REFERENCES account (id),
    amount BIGINT NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (transfer, account)
);

CREATE INDEX entry_of_account ON entry (account);

-- The stream of a table, or of a community (table_id is then the community's id).
CREATE TABLE journal (
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL CHECK (seq > 0),
    at BIGINT NOT NULL,
    command TEXT NOT NULL,
    events TEXT NOT NULL,
    checkpoint TEXT,
    PRIMARY KEY (table_id, seq)
);

CREATE TABLE command (
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    answer TEXT NOT NULL
);

CREATE TABLE deadline (
    table_id TEXT NOT NULL,
    name TEXT NOT NULL,
    due BIGINT NOT NULL,
    valid TEXT NOT NULL,
    PRIMARY KEY (table_id, name)
);

CREATE TABLE due (
    table_id TEXT NOT NULL,
    target TEXT NOT NULL,
    kind TEXT NOT NULL,
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, target, kind)
);

CREATE TABLE room (
    id TEXT PRIMARY KEY,
    community TEXT NOT NULL,
    place TEXT NOT NULL,
    game TEXT NOT NULL,
    host TEXT NOT NULL,
    number BIGINT NOT NULL CHECK (number > 0),
    name TEXT NOT NULL,
    config TEXT NOT NULL,
    handle TEXT,
    opened_at BIGINT NOT NULL,
    closed_at BIGINT
);

-- A number names one open table of its community; a closed one gives it back.
CREATE UNIQUE INDEX room_open_number ON room (community, number) WHERE closed_at IS NULL;
CREATE INDEX room_open_place ON room (place) WHERE closed_at IS NULL;

CREATE TABLE person (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    settings TEXT NOT NULL
);

CREATE TABLE memory (
    shelf TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (shelf, key)
);
