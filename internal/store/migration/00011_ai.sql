-- +goose Up
-- Whether what a user asks and saved may be sent to the AI endpoint that the operator chose.
ALTER TABLE users ADD COLUMN use_ai INTEGER NOT NULL DEFAULT 1;
-- The few who do not want that are passed over when passages are sent away.
CREATE INDEX users_private ON users (user_id) WHERE use_ai = 0;
