-- +goose Up
-- The memory that a conversation is about alone, also once that is gone; empty: all are asked.
ALTER TABLE conversations ADD COLUMN memory_id TEXT NOT NULL DEFAULT '';
