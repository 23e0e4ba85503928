-- +goose Up
ALTER TABLE memories ADD COLUMN canonical TEXT NOT NULL DEFAULT '';
ALTER TABLE memories ADD COLUMN language TEXT NOT NULL DEFAULT '';
ALTER TABLE memories ADD COLUMN published_at BIGINT NOT NULL DEFAULT 0; -- 0: not told, here and below
ALTER TABLE memories ADD COLUMN duration BIGINT NOT NULL DEFAULT 0;     -- seconds
ALTER TABLE memories ADD COLUMN pages BIGINT NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN captured_at BIGINT NOT NULL DEFAULT 0;
UPDATE memories SET captured_at = created_at WHERE status = 'ready' AND kind IN ('link', 'document');
ALTER TABLE memories ADD COLUMN own_words BIGINT NOT NULL DEFAULT 0; -- 1: the description is its owner's

-- How often the memory was captured or asked for anew: a capture that others overtook meanwhile stores nothing.
ALTER TABLE memories ADD COLUMN captures BIGINT NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN pending_since BIGINT NOT NULL DEFAULT 0;
-- Videos and tweets were kept without being read.
UPDATE memories SET status = 'pending' WHERE status = 'ready' AND kind IN ('video', 'tweet');
UPDATE memories SET pending_since = created_at WHERE status = 'pending';

-- What is equal for addresses that lead to the same thing. The next migration fills it in.
ALTER TABLE memories ADD COLUMN address_key TEXT NOT NULL DEFAULT '';
CREATE INDEX memories_by_address ON memories (user_id, address_key, id) WHERE address_key <> '';

-- The user's feed: each change of a memory takes the next number of its user. A memory stands in it with its last change.
ALTER TABLE memories ADD COLUMN change BIGINT NOT NULL DEFAULT 0;
CREATE INDEX memories_by_change ON memories (user_id, change);
-- 0 where the memory is still there and only its passages were replaced.
ALTER TABLE deletions ADD COLUMN change BIGINT NOT NULL DEFAULT 0;
CREATE INDEX deletions_by_change ON deletions (user_id, change) WHERE change > 0;

-- What the embed service said of a tweet, so that it can be read when the tweet is gone.
CREATE TABLE tweets (
    user_id   TEXT NOT NULL,
    memory_id TEXT NOT NULL,
    tweet_id  TEXT NOT NULL,
    data      TEXT NOT NULL, -- JSON
    PRIMARY KEY (user_id, memory_id),
    FOREIGN KEY (user_id, memory_id) REFERENCES memories (user_id, id)
);
CREATE INDEX tweets_by_id ON tweets (user_id, tweet_id, memory_id);
