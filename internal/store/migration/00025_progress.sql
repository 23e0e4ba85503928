-- +goose Up
-- How far a memory is read: the leaf of its document that was read last, and ten-thousandths of its text; -1: it never was.
ALTER TABLE memories ADD COLUMN read_leaf BIGINT NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN read_share BIGINT NOT NULL DEFAULT -1;
