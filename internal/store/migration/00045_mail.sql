-- +goose Up
-- The email address of each user who has one. Addresses are derived, so none stands here.
CREATE TABLE mail_boxes (
    user_id TEXT   NOT NULL PRIMARY KEY REFERENCES users (user_id),
    number  BIGINT NOT NULL, -- how many addresses the user had; the address is derived from it
    is_on   BIGINT NOT NULL, -- 1: mail is taken
    made_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL  -- when a mail was saved last; 0: never
);

-- The parts of mails that were saved, for a month, so that none is saved twice.
CREATE TABLE mail_parts (
    user_id TEXT   NOT NULL REFERENCES users (user_id),
    mail    TEXT   NOT NULL, -- see inbox.letter.key
    part    BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (user_id, mail, part)
);
CREATE INDEX mail_parts_by_age ON mail_parts (user_id, at);

-- Whom the mails are from that memories came in.
CREATE TABLE mail_origins (
    user_id   TEXT NOT NULL REFERENCES users (user_id),
    memory_id TEXT NOT NULL,
    sender    TEXT NOT NULL,
    spf       TEXT NOT NULL,
    server    TEXT NOT NULL, -- that SPF was checked for
    dkim      TEXT NOT NULL,
    signer    TEXT NOT NULL,
    PRIMARY KEY (user_id, memory_id)
);
