-- +goose Up
-- Who wants to hear of what is to come. Nobody owns it: these are visitors.
CREATE TABLE waitlist (
    item       TEXT NOT NULL, -- both lowercase, without outer blanks
    email      TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (item, email)
);
