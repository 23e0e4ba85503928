-- +goose Up
-- Programs that people connected, each with what it may do.
CREATE TABLE oauth_grants (
    user_id    TEXT   NOT NULL REFERENCES users (user_id),
    id         TEXT   NOT NULL, -- UUIDv7; tokens name it
    client_id  TEXT   NOT NULL,
    name       TEXT   NOT NULL, -- of the client, as it calls itself
    host       TEXT   NOT NULL, -- to which the user was sent back
    scopes     TEXT   NOT NULL, -- with a blank between
    audience   TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL, -- when a token was issued last; 0: never
    PRIMARY KEY (user_id, id)
);

-- Their codes and refresh tokens. A used one is kept until it expires, to notice that it is used again.
CREATE TABLE oauth_secrets (
    user_id     TEXT   NOT NULL,
    secret_hash TEXT   NOT NULL, -- SHA-256, in hexadecimal
    grant_id    TEXT   NOT NULL,
    kind        TEXT   NOT NULL,
    redirect    TEXT   NOT NULL, -- of a code: the redirect URI of its request
    challenge   TEXT   NOT NULL, -- of a code: that of PKCE
    expires_at  BIGINT NOT NULL,
    used_at     BIGINT NOT NULL, -- 0: not yet
    PRIMARY KEY (user_id, secret_hash),
    FOREIGN KEY (user_id, grant_id) REFERENCES oauth_grants (user_id, id)
);
CREATE INDEX oauth_secrets_by_grant ON oauth_secrets (user_id, grant_id);
CREATE INDEX oauth_secrets_by_expiry ON oauth_secrets (expires_at);
