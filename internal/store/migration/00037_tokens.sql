-- +goose Up
-- Credentials of programs: API tokens that people make, and access tokens of clients that they consented to.
CREATE TABLE tokens (
    user_id    TEXT   NOT NULL REFERENCES users (user_id),
    id         TEXT   NOT NULL, -- UUIDv7
    kind       TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    scopes     TEXT   NOT NULL, -- with a blank between
    audience   TEXT   NOT NULL, -- the resource that it is valid for; empty: all calls
    grant_id   TEXT   NOT NULL, -- the consent with which it ends; empty: none
    token_hash TEXT   NOT NULL, -- SHA-256 of the secret, in hexadecimal
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL, -- 0: never
    last_used  BIGINT NOT NULL, -- 0: never
    PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX tokens_by_hash ON tokens (user_id, token_hash);
CREATE INDEX tokens_by_grant ON tokens (user_id, grant_id) WHERE grant_id <> '';
CREATE INDEX tokens_by_expiry ON tokens (kind, expires_at) WHERE expires_at <> 0;
