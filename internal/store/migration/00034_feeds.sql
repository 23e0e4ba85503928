-- +goose Up
-- Feeds that people follow.
CREATE TABLE feeds (
    user_id       TEXT   NOT NULL REFERENCES users (user_id),
    id            TEXT   NOT NULL, -- UUIDv7: its order is that of following
    url           TEXT   NOT NULL,
    address_key   TEXT   NOT NULL,
    title         TEXT   NOT NULL,
    own_title     BIGINT NOT NULL, -- 1: the title is its follower's
    site          TEXT   NOT NULL, -- the address of what it is a feed of
    tags          TEXT   NOT NULL, -- JSON: of what is saved from it
    status        TEXT   NOT NULL,
    message       TEXT   NOT NULL,
    etag          TEXT   NOT NULL,
    last_modified TEXT   NOT NULL,
    failures      BIGINT NOT NULL, -- in a row
    checked_at    BIGINT NOT NULL, -- 0: never
    next_at       BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX feeds_by_address ON feeds (user_id, address_key);
CREATE INDEX feeds_due ON feeds (next_at) WHERE status <> 'paused';

-- What was seen in a feed, so that it is saved once, also if it was deleted since.
CREATE TABLE feed_items (
    user_id TEXT   NOT NULL,
    feed_id TEXT   NOT NULL,
    item    TEXT   NOT NULL, -- a hash of its guid
    seen_at BIGINT NOT NULL, -- last
    PRIMARY KEY (user_id, feed_id, item),
    FOREIGN KEY (user_id, feed_id) REFERENCES feeds (user_id, id)
);

ALTER TABLE users ADD COLUMN answers_use_feeds BIGINT NOT NULL DEFAULT 0;

ALTER TABLE memories ADD COLUMN feed_id TEXT NOT NULL DEFAULT ''; -- the feed that it is from
ALTER TABLE memories ADD COLUMN feed_tags BIGINT NOT NULL DEFAULT 0; -- the number of tags that it has from that
CREATE INDEX memories_by_feed ON memories (user_id, feed_id, id) WHERE feed_id <> '';
CREATE INDEX memories_remarked ON memories (user_id, id) WHERE remark <> '';
DROP INDEX memories_by_place;
CREATE INDEX memories_by_place ON memories (user_id, place, archived_at, kind, status, starred_at, opened_at,
    read_share, created_at, published_at, host_key, site_key, author_key, language_key, title_key, feed_id, feed_tags, id);
