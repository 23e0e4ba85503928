-- +goose Up
-- The number of the last change of what was read or opened of a memory, which is no change of the feed; 0 before there was one.
ALTER TABLE memories ADD COLUMN read_change BIGINT NOT NULL DEFAULT 0;
CREATE INDEX memories_by_read_change ON memories (user_id, read_change) WHERE read_change > 0;
