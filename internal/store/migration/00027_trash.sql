-- +goose Up
-- Deleted memories rest here for a while. Nothing else reads these tables: what is here is in no list, search or answer.
CREATE TABLE trash (
    user_id    TEXT   NOT NULL REFERENCES users (user_id),
    memory_id  TEXT   NOT NULL,
    kind       TEXT   NOT NULL,
    title      TEXT   NOT NULL,
    url        TEXT   NOT NULL,
    files      TEXT   NOT NULL, -- JSON: the keys of its blobs, which go with it
    deleted_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, memory_id)
);
CREATE INDEX trash_by_deletion ON trash (user_id, deleted_at, memory_id);
CREATE INDEX trash_by_age ON trash (deleted_at);

-- The rows that a memory had, in the order in which they are put back.
CREATE TABLE trash_rows (
    user_id   TEXT   NOT NULL,
    memory_id TEXT   NOT NULL,
    n         BIGINT NOT NULL,
    origin    TEXT   NOT NULL, -- the table they were in
    rows      BYTEA  NOT NULL, -- JSON, compressed by zstd
    PRIMARY KEY (user_id, memory_id, n)
);
