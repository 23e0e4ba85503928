-- +goose Up
-- How long a user's conversations stay, as conversation.Term has it.
ALTER TABLE users ADD COLUMN conversation_term TEXT NOT NULL DEFAULT 'always';
-- The sweep looks for those alone whose conversations end.
CREATE INDEX users_term ON users (conversation_term, user_id) WHERE conversation_term <> 'always';
