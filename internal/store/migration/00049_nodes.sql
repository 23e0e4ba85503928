-- +goose Up
-- what all nodes of this database have in common, written by the first: one row
CREATE TABLE node_terms (
    id     BIGINT NOT NULL PRIMARY KEY,
    files  TEXT   NOT NULL, -- bucket or folder
    secret TEXT   NOT NULL  -- a fingerprint, in hex
);
