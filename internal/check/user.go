package check

import (
	"context"
	"fmt"
	"strings"
)

// usersInOnePage is the number of user IDs per query.
const usersInOnePage = 500

// eachUser calls do for every user and stops at its first error.
func (c *checker) eachUser(ctx context.Context, do func(ctx context.Context, userID string) error) error {
	for last := ""; ; {
		page, err := c.Store.Users(ctx, last, usersInOnePage)
		if err != nil {
			return err
		}
		for _, userID := range page {
			if err := do(ctx, userID); err != nil {
				return err
			}
		}
		if len(page) < usersInOnePage {
			return nil
		}
		last = page[len(page)-1]
	}
}

// user checks everything of a user, counters before the index: the index is compared up to the
// log's sequence number.
func (c *checker) user(ctx context.Context, userID string) error {
	c.report.Users++
	c.known[userID] = true
	for _, part := range []func(context.Context, string) error{c.counters, c.index, c.files} {
		if err := part(ctx, userID); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) counters(ctx context.Context, userID string) error {
	tally, err := c.Store.Tally(ctx, userID)
	if err != nil {
		return err
	}
	c.report.Memories += tally.Memories
	c.report.Passages += tally.Passages
	for _, counter := range tally.Counters {
		if counter.Right() {
			continue
		}
		finding := fmt.Sprintf("user %s: the counter %s: %d instead of %d", userID, counter.Name, counter.Kept, counter.Rows)
		err := c.mend(finding, func() error { return c.Store.Recount(ctx, userID, counter.Name) })
		if err != nil {
			return err
		}
	}
	return nil
}

// index rebuilds an index that is wrong: the second check does so and verifies it.
func (c *checker) index(ctx context.Context, userID string) error {
	problems, err := c.Index.Check(ctx, userID)
	if err != nil || len(problems) == 0 {
		return err
	}
	finding := fmt.Sprintf("user %s: the search index: %s", userID, strings.Join(problems, "; "))
	if c.Look {
		c.tell(Found, "%s", finding)
		return nil
	}
	c.Index.Forget(userID)
	left, err := c.Index.Check(ctx, userID)
	switch {
	case err != nil:
		return err
	case len(left) > 0:
		c.tell(Lost, "%s; made anew: %s", finding, strings.Join(left, "; "))
	default:
		c.tell(Repaired, "%s", finding)
	}
	return nil
}
