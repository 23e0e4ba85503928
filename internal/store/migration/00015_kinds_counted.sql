-- +goose Up
-- How many memories of each kind each user has, which the first page of a list tells. Documents are counted already.
INSERT INTO counters (user_id, name, period, n) SELECT user_id, 'kind ' || kind, '', COUNT(*) FROM memories
	WHERE kind <> 'document' GROUP BY user_id, kind;
