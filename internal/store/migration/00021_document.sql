-- +goose Up
-- What was captured with its structure: blocks as JSON, compressed by zstd. A long document has several parts, in order.
CREATE TABLE documents (
    user_id   TEXT   NOT NULL,
    memory_id TEXT   NOT NULL,
    part      BIGINT NOT NULL,
    version   BIGINT NOT NULL, -- of the blocks' form
    blocks    BYTEA  NOT NULL,
    PRIMARY KEY (user_id, memory_id, part),
    FOREIGN KEY (user_id, memory_id) REFERENCES memories (user_id, id)
);
