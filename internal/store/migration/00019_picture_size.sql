-- +goose Up
-- In pixels; 0: not known, as of every picture that was made before.
ALTER TABLE memories ADD COLUMN image_width BIGINT NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN image_height BIGINT NOT NULL DEFAULT 0;
