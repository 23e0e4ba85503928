-- +goose Up
-- What a session shows of itself to its user. Those of before are named by a part of what is kept of their token, which
-- opens nothing.
ALTER TABLE sessions ADD COLUMN id TEXT NOT NULL DEFAULT '';
UPDATE sessions SET id = substr(token_hash, 1, 16);
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';      -- in words; empty: not known
ALTER TABLE sessions ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0; -- 0: not known

-- What happened to an account, for its owner to read.
CREATE TABLE audit (
    user_id TEXT   NOT NULL REFERENCES users (user_id),
    id      TEXT   NOT NULL, -- UUIDv7: its order is the order of what happened
    kind    TEXT   NOT NULL,
    detail  TEXT   NOT NULL,
    device  TEXT   NOT NULL, -- in words; empty: none of the user's
    at      BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);
CREATE INDEX audit_by_age ON audit (at);
