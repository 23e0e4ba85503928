-- +goose Up
-- How many passages each user has: counting them takes long where there are many.
INSERT INTO counters (user_id, name, period, n) SELECT user_id, 'passages', '', COUNT(*) FROM passages GROUP BY user_id;
