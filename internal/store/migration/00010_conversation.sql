-- +goose Up
-- Questions that follow each other. The row is locked by whoever puts a turn behind the others.
CREATE TABLE conversations (
    user_id    TEXT   NOT NULL REFERENCES users (user_id),
    id         TEXT   NOT NULL, -- UUIDv7
    title      TEXT   NOT NULL,
    turns      BIGINT NOT NULL, -- how many there are
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);
CREATE INDEX conversations_by_change ON conversations (user_id, updated_at, id);

CREATE TABLE turns (
    user_id         TEXT   NOT NULL,
    conversation_id TEXT   NOT NULL,
    n               BIGINT NOT NULL, -- from 1
    question        TEXT   NOT NULL,
    asked           TEXT   NOT NULL, -- what a follow-up was read as; empty: it was taken as it is
    kind            TEXT   NOT NULL,
    answer          TEXT   NOT NULL,
    answered        BIGINT NOT NULL,
    citations       TEXT   NOT NULL, -- JSON
    model           TEXT   NOT NULL,
    notice          TEXT   NOT NULL,
    asked_at        BIGINT NOT NULL,
    withdrawn       BIGINT NOT NULL, -- 1: a memory whose words the answer held was deleted
    question_words  TEXT   NOT NULL, -- folded, a blank before each: what a search looks in
    answer_words    TEXT   NOT NULL,
    PRIMARY KEY (user_id, conversation_id, n),
    FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE
);

-- The memories that an answer holds words of. The second reference lets no memory go before these answers are withdrawn.
CREATE TABLE turn_sources (
    user_id         TEXT   NOT NULL,
    memory_id       TEXT   NOT NULL,
    conversation_id TEXT   NOT NULL,
    n               BIGINT NOT NULL,
    PRIMARY KEY (user_id, memory_id, conversation_id, n),
    FOREIGN KEY (user_id, conversation_id, n) REFERENCES turns (user_id, conversation_id, n) ON DELETE CASCADE,
    FOREIGN KEY (user_id, memory_id) REFERENCES memories (user_id, id)
);
CREATE INDEX turn_sources_by_turn ON turn_sources (user_id, conversation_id, n);
