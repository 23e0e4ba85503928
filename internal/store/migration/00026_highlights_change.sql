-- +goose Up
-- A change of a memory's highlights takes a number of the user's feed as well; 0: there was none.
ALTER TABLE memories ADD COLUMN highlights_change BIGINT NOT NULL DEFAULT 0;
CREATE INDEX memories_by_highlights_change ON memories (user_id, highlights_change) WHERE highlights_change > 0;
