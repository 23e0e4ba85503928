-- +goose Up
-- What an import saved besides memories: conversations and kept filters, which an undo removes.
CREATE TABLE import_others (
    user_id   TEXT NOT NULL REFERENCES users (user_id),
    import_id TEXT NOT NULL,
    kind      TEXT NOT NULL, -- conversation or filter
    id        TEXT NOT NULL,
    mark      TEXT NOT NULL, -- of what its owner can change, as it was saved
    PRIMARY KEY (user_id, import_id, kind, id)
);
