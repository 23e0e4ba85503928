-- +goose Up
-- A note that is imported is looked for among those that were written here, of its length.
CREATE INDEX memories_notes_by_length ON memories (user_id, LENGTH(description)) WHERE kind = 'note';
