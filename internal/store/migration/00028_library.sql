-- +goose Up
-- What people change of their memories. A time is 0 for what is not so.
ALTER TABLE memories ADD COLUMN place TEXT NOT NULL DEFAULT ''; -- what lists sort by: the id, or what it would be if it were saved at created_at
UPDATE memories SET place = id;
CREATE INDEX memories_by_place ON memories (user_id, place);
DROP INDEX memories_by_kind;
CREATE INDEX memories_by_kind ON memories (user_id, kind, place);

ALTER TABLE memories ADD COLUMN own_title BIGINT NOT NULL DEFAULT 0; -- 1: the title is its owner's
ALTER TABLE memories ADD COLUMN captured_title TEXT NOT NULL DEFAULT ''; -- what it is put back to
ALTER TABLE memories ADD COLUMN remark TEXT NOT NULL DEFAULT ''; -- its owner's
ALTER TABLE memories ADD COLUMN starred_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN archived_at BIGINT NOT NULL DEFAULT 0; -- found, but in no list that doesn't ask for it
ALTER TABLE memories ADD COLUMN opened_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN edition BIGINT NOT NULL DEFAULT 0; -- of a note's text: how often it was changed

-- Earlier texts of notes.
CREATE TABLE note_versions (
    user_id     TEXT   NOT NULL,
    memory_id   TEXT   NOT NULL,
    edition     BIGINT NOT NULL,
    description TEXT   NOT NULL,
    written_at  BIGINT NOT NULL,
    PRIMARY KEY (user_id, memory_id, edition),
    FOREIGN KEY (user_id, memory_id) REFERENCES memories (user_id, id)
);

-- memories.tags has the same names. A tag is one however it is spelled: its key is folded. It exists while a memory has it.
CREATE TABLE memory_tags (
    user_id   TEXT NOT NULL,
    tag       TEXT NOT NULL, -- the key
    memory_id TEXT NOT NULL,
    name      TEXT NOT NULL,
    PRIMARY KEY (user_id, tag, memory_id),
    FOREIGN KEY (user_id, memory_id) REFERENCES memories (user_id, id)
);
CREATE INDEX memory_tags_by_memory ON memory_tags (user_id, memory_id, tag);

-- Filters that are kept under a name.
CREATE TABLE kept_filters (
    user_id    TEXT   NOT NULL REFERENCES users (user_id),
    id         TEXT   NOT NULL, -- UUIDv7: its order is their order
    name       TEXT   NOT NULL,
    filter     TEXT   NOT NULL, -- as typed
    sort       TEXT   NOT NULL,
    PRIMARY KEY (user_id, id)
);
