-- +goose Up
-- attempts that are limited, such as sign-ins, for all nodes
CREATE TABLE attempts (
    key     TEXT   NOT NULL PRIMARY KEY, -- SHA-256, in hex
    full_at BIGINT NOT NULL              -- microseconds; when all attempts are there again
);
