-- +goose Up
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT 'member';        -- or 'owner', who looks after this Engram
ALTER TABLE users ADD COLUMN disabled_at BIGINT NOT NULL DEFAULT 0;      -- 0: never

-- Who makes an account takes this row first, so that of those who come at once one is the first.
INSERT INTO leases (name, holder, ends_at) VALUES ('sign-up', '', 0);

CREATE TABLE invitations (
    user_id    TEXT   NOT NULL REFERENCES users (user_id), -- the owner who invites
    id         TEXT   NOT NULL, -- UUIDv7
    token_hash TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL, -- 0: not yet
    used_by    TEXT   NOT NULL, -- the name that was chosen; it outlives the account
    PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX invitations_by_token ON invitations (user_id, token_hash);
