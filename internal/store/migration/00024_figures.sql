-- +goose Up
-- The pictures within captured documents: those that are kept, and those still to be fetched.
CREATE TABLE figures (
    user_id   TEXT   NOT NULL,
    memory_id TEXT   NOT NULL,
    name      TEXT   NOT NULL, -- in the document
    ord       BIGINT NOT NULL,
    address   TEXT   NOT NULL, -- on the web; empty: it came with the document
    blob_key  TEXT   NOT NULL,
    width     BIGINT NOT NULL, -- pixels; 0: to be fetched; -1: it can't be had
    height    BIGINT NOT NULL,
    PRIMARY KEY (user_id, memory_id, name),
    FOREIGN KEY (user_id, memory_id) REFERENCES memories (user_id, id)
);
