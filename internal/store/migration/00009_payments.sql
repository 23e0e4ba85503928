-- +goose Up
-- When a checkout was last looked at: one whose money is on its way is looked at again.
ALTER TABLE checkouts ADD COLUMN checked_at BIGINT NOT NULL DEFAULT 0;
UPDATE checkouts SET checked_at = created_at;
DROP INDEX checkouts_by_age;
CREATE INDEX checkouts_by_check ON checkouts (checked_at);

-- What nobody paid is removed.
CREATE INDEX test_checkouts_unpaid ON test_checkouts (created_at) WHERE paid_at = 0;
