-- +goose Up
-- Where somebody has signed in from, as a keyed hash: strangers' tries elsewhere don't count there.
CREATE TABLE known_addresses (
    user_id   TEXT   NOT NULL REFERENCES users (user_id),
    address   TEXT   NOT NULL,
    last_used BIGINT NOT NULL,
    PRIMARY KEY (user_id, address)
);
CREATE INDEX known_addresses_by_age ON known_addresses (last_used);
