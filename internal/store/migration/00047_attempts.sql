-- +goose Up
-- the id of what a request saves, decided before it is saved, so that it is saved once
ALTER TABLE kept_answers ADD COLUMN saved_id TEXT NOT NULL DEFAULT '';

-- attempts that are limited, such as sign-ins, for all nodes
CREATE TABLE attempts (
    key     TEXT   NOT NULL PRIMARY KEY, -- SHA-256, in hex
    full_at BIGINT NOT NULL              -- microseconds; when all attempts are there again
);
