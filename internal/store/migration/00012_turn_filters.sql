-- +goose Up
-- What the words of a question narrowed it to: JSON; empty: nothing, or not known of what was asked before this was kept.
ALTER TABLE turns ADD COLUMN filters TEXT NOT NULL DEFAULT '';
