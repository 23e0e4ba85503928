-- +goose Up
-- What could not be fetched is few among many.
CREATE INDEX memories_failed ON memories (user_id, id) WHERE status = 'failed';
