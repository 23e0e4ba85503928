-- +goose Up
-- What people mark in their memories. The numbers of leaves and passages are those of the document as it was last read.
CREATE TABLE highlights (
    user_id      TEXT   NOT NULL,
    id           TEXT   NOT NULL, -- UUIDv7
    memory_id    TEXT   NOT NULL,
    color        TEXT   NOT NULL,
    remark       TEXT   NOT NULL,
    quote        TEXT   NOT NULL,
    prefix       TEXT   NOT NULL, -- what stands before the quote, and behind it
    suffix       TEXT   NOT NULL,
    start_leaf   BIGINT NOT NULL,
    start_offset BIGINT NOT NULL, -- characters
    end_leaf     BIGINT NOT NULL,
    end_offset   BIGINT NOT NULL,
    passage      BIGINT NOT NULL, -- with which the remark is found
    page         BIGINT NOT NULL,
    at_second    BIGINT NOT NULL,
    orphaned     BIGINT NOT NULL, -- 1: the quote is gone from the document
    words        TEXT   NOT NULL, -- of quote and remark, folded, a blank before each: what a search looks in
    kept         BIGINT NOT NULL, -- how often it came back and was kept
    due_at       BIGINT NOT NULL, -- when it comes back; 0: never
    answered_at  BIGINT NOT NULL, -- when it last came back and was answered; 0: never
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, memory_id) REFERENCES memories (user_id, id)
);
CREATE INDEX highlights_by_memory ON highlights (user_id, memory_id, id);
CREATE INDEX highlights_by_passage ON highlights (user_id, memory_id, passage, id) WHERE remark <> '';
CREATE INDEX highlights_due ON highlights (user_id, due_at, id) WHERE due_at > 0;
CREATE INDEX highlights_answered ON highlights (user_id, answered_at) WHERE answered_at > 0;

-- Until when highlights don't come back; 0: they do; -1: they never do.
ALTER TABLE users ADD COLUMN highlights_hidden_until BIGINT NOT NULL DEFAULT 0;
