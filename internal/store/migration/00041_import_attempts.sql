-- +goose Up
ALTER TABLE imports ADD COLUMN attempt BIGINT NOT NULL DEFAULT 0; -- how often what failed was tried again
ALTER TABLE imports ADD COLUMN followed BIGINT NOT NULL DEFAULT 0; -- feeds that it had its owner follow
ALTER TABLE import_notes ADD COLUMN place TEXT NOT NULL DEFAULT ''; -- where the entry stands in the file
