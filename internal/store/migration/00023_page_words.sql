-- +goose Up
-- The words of pages that were recognised, with their places: JSON, compressed by zstd. Other pages have theirs in their file.
CREATE TABLE page_words (
    user_id   TEXT   NOT NULL,
    memory_id TEXT   NOT NULL,
    page      BIGINT NOT NULL,
    words     BYTEA  NOT NULL,
    PRIMARY KEY (user_id, memory_id, page),
    FOREIGN KEY (user_id, memory_id) REFERENCES memories (user_id, id)
);
