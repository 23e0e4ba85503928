-- +goose Up
-- Feeds that an import had its user follow, and of these the ones that an undo left again.
ALTER TABLE imports ADD COLUMN followed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN unfollowed BIGINT NOT NULL DEFAULT 0;

-- What a note is about.
ALTER TABLE import_notes ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE import_notes ADD COLUMN place TEXT NOT NULL DEFAULT ''; -- where it stands in the file
