-- +goose Up
-- Files of other programs that people take over, and how far that is.
CREATE TABLE imports (
    user_id     TEXT   NOT NULL REFERENCES users (user_id),
    id          TEXT   NOT NULL, -- UUIDv7
    name        TEXT   NOT NULL,
    size        BIGINT NOT NULL, -- of the file, in bytes
    format      TEXT   NOT NULL,
    status      TEXT   NOT NULL,
    message     TEXT   NOT NULL,
    preview     TEXT   NOT NULL, -- JSON; empty before the file is read
    has_file    BIGINT NOT NULL, -- 1: the file is still kept
    retrying    BIGINT NOT NULL, -- 1: only what failed is tried
    found       BIGINT NOT NULL, -- entries of the file, and what became of those before position
    existing    BIGINT NOT NULL,
    merged      BIGINT NOT NULL,
    saved       BIGINT NOT NULL,
    failed      BIGINT NOT NULL,
    position    BIGINT NOT NULL,
    undone      BIGINT NOT NULL,
    kept        BIGINT NOT NULL, -- of what was to be undone
    notes       BIGINT NOT NULL,
    last_note   BIGINT NOT NULL,
    runner      TEXT   NOT NULL, -- the process that works on it; empty: none yet
    beat_at     BIGINT NOT NULL, -- when that was heard of last
    created_at  BIGINT NOT NULL,
    finished_at BIGINT NOT NULL, -- 0: it is not over
    PRIMARY KEY (user_id, id)
);
CREATE INDEX imports_under_way ON imports (user_id, id) WHERE status IN ('receiving', 'reading', 'running', 'undoing');
CREATE INDEX imports_with_file ON imports (created_at) WHERE has_file = 1;

-- What could not be kept, and why.
CREATE TABLE import_notes (
    user_id   TEXT   NOT NULL,
    import_id TEXT   NOT NULL,
    n         BIGINT NOT NULL,
    entry     BIGINT NOT NULL, -- of the file, from 0
    item      TEXT   NOT NULL,
    message   TEXT   NOT NULL,
    again     BIGINT NOT NULL, -- 1: trying it again may help
    PRIMARY KEY (user_id, import_id, n),
    FOREIGN KEY (user_id, import_id) REFERENCES imports (user_id, id)
);

-- The memories that an import saved. It may be forgotten before them.
CREATE TABLE import_items (
    user_id   TEXT   NOT NULL,
    memory_id TEXT   NOT NULL,
    import_id TEXT   NOT NULL,
    item_key  TEXT   NOT NULL, -- of a text or file, by which the same is known; empty: it has an address
    mark      TEXT   NOT NULL, -- of what its owner can change, as it was saved
    to_fetch  BIGINT NOT NULL, -- 1: its page waits for its turn
    PRIMARY KEY (user_id, memory_id),
    FOREIGN KEY (user_id, memory_id) REFERENCES memories (user_id, id)
);
CREATE INDEX import_items_by_import ON import_items (user_id, import_id, to_fetch, memory_id);
CREATE INDEX import_items_by_key ON import_items (user_id, item_key) WHERE item_key <> '';
CREATE INDEX import_items_to_fetch ON import_items (user_id, memory_id) WHERE to_fetch = 1;

-- A memory of an import is pending since its page's turn.
CREATE INDEX memories_waiting ON memories (user_id, pending_since) WHERE status = 'pending';
