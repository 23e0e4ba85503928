-- +goose Up
-- Numbers by which programs that know no other ids name memories and tags.
CREATE TABLE numbers (
    user_id    TEXT   NOT NULL REFERENCES users (user_id),
    kind       TEXT   NOT NULL, -- memory or tag
    item_id    TEXT   NOT NULL, -- of a memory; of a tag its key
    number     BIGINT NOT NULL, -- from 1; none is given twice
    change     BIGINT NOT NULL, -- of the memory, as it was seen last; 0 of a tag
    changed_at BIGINT NOT NULL, -- when that was seen
    PRIMARY KEY (user_id, kind, item_id)
);
CREATE UNIQUE INDEX numbers_by_number ON numbers (user_id, kind, number);
