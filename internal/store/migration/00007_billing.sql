-- +goose Up
-- Rises with each change of what the user pays: whoever asked the payment provider before such a change knows less.
ALTER TABLE users ADD COLUMN billing_version BIGINT NOT NULL DEFAULT 0;

-- Every subscription that there ever was. Which of them makes its user a Pro user stands in users.
CREATE TABLE subscriptions (
    user_id    TEXT   NOT NULL REFERENCES users (user_id),
    id         TEXT   NOT NULL, -- the provider's
    provider   TEXT   NOT NULL,
    status     TEXT   NOT NULL,
    cycle      TEXT   NOT NULL,
    period_end BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    checked_at BIGINT NOT NULL, -- when the provider was last asked
    PRIMARY KEY (user_id, id)
);
CREATE INDEX subscriptions_by_id ON subscriptions (id);
CREATE INDEX subscriptions_by_check ON subscriptions (checked_at) WHERE status <> 'ended';

-- The payment that a user has begun: one at a time.
CREATE TABLE checkouts (
    user_id    TEXT   NOT NULL PRIMARY KEY REFERENCES users (user_id),
    checkout   TEXT   NOT NULL, -- its key
    cycle      TEXT   NOT NULL,
    origin     TEXT   NOT NULL,
    session_id TEXT   NOT NULL, -- the provider's; empty until it is known
    created_at BIGINT NOT NULL
);
CREATE INDEX checkouts_by_age ON checkouts (created_at);

-- What a provider would keep: the sessions of the test checkout, and the subscriptions that they led to.
CREATE TABLE test_checkouts (
    user_id    TEXT   NOT NULL REFERENCES users (user_id),
    id         TEXT   NOT NULL,
    checkout   TEXT   NOT NULL, -- the key that it was begun with
    cycle      TEXT   NOT NULL,
    state      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    paid_at    BIGINT NOT NULL, -- 0: never
    PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX test_checkouts_by_key ON test_checkouts (user_id, checkout);
