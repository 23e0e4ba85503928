-- +goose Up
-- Files of the watched folder that were taken in.
CREATE TABLE watched (
    user_id   TEXT   NOT NULL REFERENCES users (user_id),
    hash      TEXT   NOT NULL, -- SHA-256 of the content, in hexadecimal
    path      TEXT   NOT NULL, -- below the user's folder, where it was seen last
    size      BIGINT NOT NULL, -- in bytes
    modified  BIGINT NOT NULL, -- in nanoseconds, as the file system says
    upload_id TEXT   NOT NULL,
    saved     BIGINT NOT NULL, -- 1: a memory was made of it
    PRIMARY KEY (user_id, hash)
);
CREATE INDEX watched_paths ON watched (user_id, path);
