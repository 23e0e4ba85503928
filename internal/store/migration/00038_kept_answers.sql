-- +goose Up
-- Answers of requests with an Idempotency-Key, for a day.
CREATE TABLE kept_answers (
    user_id    TEXT   NOT NULL REFERENCES users (user_id),
    answer_key TEXT   NOT NULL, -- the request's
    request    TEXT   NOT NULL, -- SHA-256 of what was sent, in hexadecimal
    status     BIGINT NOT NULL,
    media      TEXT   NOT NULL,
    body       BYTEA  NOT NULL, -- compressed
    at         BIGINT NOT NULL,
    PRIMARY KEY (user_id, answer_key)
);
CREATE INDEX kept_answers_by_age ON kept_answers (at);
