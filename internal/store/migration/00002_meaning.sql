-- +goose Up
-- What a passage means, one signed byte a number; NULL until it is known. BYTEA is Postgres' name for bytes; SQLite takes
-- any name and keeps bytes as they are.
ALTER TABLE passages ADD COLUMN vector BYTEA;
-- The model that was asked for the vector. With it and no vector, that model has none for this text.
ALTER TABLE passages ADD COLUMN model TEXT NOT NULL DEFAULT '';
-- Finds what the current model has not seen, user by user and newest first, without reading what it has.
CREATE INDEX passages_by_model ON passages (model, user_id, seq DESC);

-- What one node at a time does. It stands apart: no user owns it.
CREATE TABLE leases (
    name    TEXT   NOT NULL PRIMARY KEY,
    holder  TEXT   NOT NULL,
    ends_at BIGINT NOT NULL
);
