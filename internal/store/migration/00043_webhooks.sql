-- +goose Up
-- Addresses that people have told of what happens to their memories.
CREATE TABLE webhooks (
    user_id       TEXT   NOT NULL REFERENCES users (user_id),
    id            TEXT   NOT NULL, -- UUIDv7
    url           TEXT   NOT NULL,
    events        TEXT   NOT NULL, -- names, with a blank between
    status        TEXT   NOT NULL,
    secrets       BIGINT NOT NULL, -- how many it had; the secret is derived from this number
    rotated_at    BIGINT NOT NULL, -- 0: never
    failures      BIGINT NOT NULL, -- in a row
    failing_since BIGINT NOT NULL, -- 0: is not
    next_at       BIGINT NOT NULL, -- it rests until then, or is being sent to
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);
CREATE INDEX webhooks_by_rest ON webhooks (next_at) WHERE status = 'on';

-- What is to be sent, written with the change that it tells of, and how it went.
CREATE TABLE webhook_deliveries (
    user_id    TEXT   NOT NULL REFERENCES users (user_id),
    webhook_id TEXT   NOT NULL,
    id         TEXT   NOT NULL, -- UUIDv7 of the event, the same for each webhook
    event      TEXT   NOT NULL,
    memory_id  TEXT   NOT NULL, -- empty: none
    body       TEXT   NOT NULL, -- JSON; empty once nothing more is sent
    status     TEXT   NOT NULL,
    attempts   BIGINT NOT NULL,
    code       BIGINT NOT NULL, -- status of the last answer; 0: there was none
    message    TEXT   NOT NULL, -- why the last attempt failed
    tried_at   BIGINT NOT NULL, -- 0: never
    next_at    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, webhook_id, id)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (user_id, webhook_id, next_at) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (user_id, webhook_id, memory_id, id) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
