-- +goose Up
ALTER TABLE imports ADD COLUMN attempt BIGINT NOT NULL DEFAULT 0; -- how often what failed was tried again
