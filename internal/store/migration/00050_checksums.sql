-- +goose Up
-- A document that is imported is looked for among those that were uploaded, by its content. What is not
-- known is empty, and found before the next import of documents.
ALTER TABLE uploads ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
CREATE INDEX uploads_by_checksum ON uploads (user_id, checksum) WHERE checksum <> '';
CREATE INDEX uploads_unsummed ON uploads (user_id) WHERE checksum = '';
