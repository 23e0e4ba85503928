-- +goose Up
-- By which texts that are nearly the same are recognised: see package minhash.
CREATE TABLE signatures (
    user_id    TEXT  NOT NULL,
    memory_id  TEXT  NOT NULL,
    signature  BYTEA NOT NULL, -- of its text, as it was captured last
    similar_to TEXT  NOT NULL, -- the memory saved earlier with nearly the same text, then; empty: none
    PRIMARY KEY (user_id, memory_id),
    FOREIGN KEY (user_id, memory_id) REFERENCES memories (user_id, id)
);

-- The buckets of each signature, which follow from it: only memories with a bucket in common are compared.
CREATE TABLE signature_buckets (
    user_id   TEXT   NOT NULL,
    bucket    BIGINT NOT NULL,
    memory_id TEXT   NOT NULL,
    PRIMARY KEY (user_id, bucket, memory_id)
);
