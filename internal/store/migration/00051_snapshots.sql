-- +goose Up
-- Copies of search indexes in the bucket, from which nodes fetch them. A row precedes its files, and may outlive
-- its user until they are removed.
CREATE TABLE snapshots (
    user_id    TEXT   NOT NULL,
    id         TEXT   NOT NULL, -- UUIDv7
    format     TEXT   NOT NULL,
    seq        BIGINT NOT NULL, -- of the last change in it
    passages   BIGINT NOT NULL, -- in its files
    files      TEXT   NOT NULL, -- their names and sizes in JSON, the list last
    complete   BIGINT NOT NULL, -- 1: all files are there
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);
CREATE INDEX snapshots_by_age ON snapshots (created_at);
