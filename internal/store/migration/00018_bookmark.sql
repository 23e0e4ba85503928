-- +goose Up
-- How far a PDF is read, as JSON, which is read in pieces; empty for anything else.
ALTER TABLE memories ADD COLUMN bookmark TEXT NOT NULL DEFAULT '';
