-- +goose Up
-- One text for SQLite and Postgres. Ids are text made by the program, times are unix milliseconds, hashes are hex, tags
-- are JSON. user_id comes first in every key of what a user owns, so that no statement needs to look across users and
-- the tables can be sharded by user.

-- login alone stands apart: it finds the user of a name, so the name is its key. Names are kept in lower case.
CREATE TABLE login (
    name    TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL
);

CREATE TABLE users (
    user_id       TEXT   NOT NULL PRIMARY KEY,
    username      TEXT   NOT NULL, -- as typed at sign-up
    email         TEXT   NOT NULL,
    plan          TEXT   NOT NULL,
    subscription  TEXT   NOT NULL,
    password_hash TEXT   NOT NULL,
    created_at    BIGINT NOT NULL
);

CREATE TABLE sessions (
    user_id    TEXT   NOT NULL REFERENCES users (user_id),
    token_hash TEXT   NOT NULL,
    last_used  BIGINT NOT NULL,
    PRIMARY KEY (user_id, token_hash)
);

-- A limit is a row that is locked by the transaction that uses it up. The user's sequence is a row as well.
CREATE TABLE counters (
    user_id TEXT   NOT NULL REFERENCES users (user_id),
    name    TEXT   NOT NULL,
    period  TEXT   NOT NULL, -- empty, or the day that is counted
    n       BIGINT NOT NULL,
    PRIMARY KEY (user_id, name, period)
);

CREATE TABLE uploads (
    user_id    TEXT   NOT NULL REFERENCES users (user_id),
    id         TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    memory_id  TEXT   NOT NULL, -- empty until a memory claims it
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);
CREATE INDEX uploads_by_memory ON uploads (user_id, memory_id);
CREATE INDEX uploads_unclaimed ON uploads (created_at) WHERE memory_id = '';

CREATE TABLE memories (
    user_id     TEXT   NOT NULL REFERENCES users (user_id),
    id          TEXT   NOT NULL, -- UUIDv7: its order is the order of saving
    kind        TEXT   NOT NULL,
    title       TEXT   NOT NULL,
    description TEXT   NOT NULL,
    url         TEXT   NOT NULL,
    upload_id   TEXT   NOT NULL,
    image_key   TEXT   NOT NULL,
    site        TEXT   NOT NULL,
    author      TEXT   NOT NULL,
    status      TEXT   NOT NULL,
    error       TEXT   NOT NULL,
    tags        TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);
CREATE INDEX memories_pending ON memories (user_id, id) WHERE status = 'pending';
CREATE INDEX memories_by_kind ON memories (user_id, kind, id);

-- passages and deletions share the user's sequence: together they are the log that a search index replays.
CREATE TABLE passages (
    user_id     TEXT   NOT NULL,
    seq         BIGINT NOT NULL,
    memory_id   TEXT   NOT NULL,
    ord         BIGINT NOT NULL,
    body        TEXT   NOT NULL,
    page        BIGINT NOT NULL,
    at_second   BIGINT NOT NULL,
    byte_offset BIGINT NOT NULL,
    PRIMARY KEY (user_id, seq),
    FOREIGN KEY (user_id, memory_id) REFERENCES memories (user_id, id)
);
CREATE UNIQUE INDEX passages_by_memory ON passages (user_id, memory_id, ord);

-- One row for a memory is enough: the last deletion covers those before it.
CREATE TABLE deletions (
    user_id   TEXT   NOT NULL REFERENCES users (user_id),
    memory_id TEXT   NOT NULL,
    seq       BIGINT NOT NULL,
    PRIMARY KEY (user_id, memory_id)
);
CREATE UNIQUE INDEX deletions_by_seq ON deletions (user_id, seq);
