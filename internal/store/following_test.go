package store_test

import (
	"testing"
	"time"

	"engram/internal/fault"
	"engram/internal/filter"
	follow "engram/internal/following"
	"engram/internal/memory"
)

func newFeed(userID, address string) follow.Feed {
	return follow.Feed{
		ID: newID(), UserID: userID, URL: address, Title: "A feed", Site: "https://example.com/", Tags: []string{"news"}, Status: follow.OK,
		ETag: `"1"`, Modified: "Mon, 02 Mar 2026 00:00:00 GMT", NextAt: start, CreatedAt: start,
	}
}

// fromFeed adds a memory that is from a feed.
func (f *fixture) fromFeed(t *testing.T, feed follow.Feed) memory.Memory {
	t.Helper()
	m := newMemory(feed.UserID, memory.Link)
	m.Feed, m.Tags, m.FeedTags = feed.ID, feed.Tags, len(feed.Tags)
	noError(t, f.Add(t.Context(), m, newPassages(1), unlimited))
	return m
}

func testFollowing(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("a feed is followed once, whatever its scheme, and changed", func(t *testing.T) {
		u := f.newUser(t)
		feed := newFeed(u.ID, "https://example.com/feed?x=1")
		added, err := f.AddFeed(ctx, feed, 2)
		noError(t, err)
		equal(t, added, feed)
		again, err := f.AddFeed(ctx, newFeed(u.ID, "http://example.com/feed?x=1"), 2)
		noError(t, err)
		equal(t, again, feed)
		other := newFeed(u.ID, "https://example.com/feed?x=2")
		_, err = f.AddFeed(ctx, other, 2)
		noError(t, err)
		_, err = f.AddFeed(ctx, newFeed(u.ID, "https://example.com/feed?x=3"), 2)
		isFault(t, err, fault.Limit, "")
		changed, err := f.ChangeFeed(ctx, u.ID, feed.ID, func(before follow.Feed) follow.Feed {
			equal(t, before, feed)
			before.Title, before.OwnTitle, before.Status, before.Message, before.CheckedAt = "Mine", true, follow.Failing, "Away", start
			before.URL = other.URL // where there is one already
			return before
		})
		noError(t, err)
		equal(t, changed.URL, feed.URL)
		read, err := f.Feed(ctx, u.ID, feed.ID)
		noError(t, err)
		equal(t, read, changed)
		all, err := f.Feeds(ctx, u.ID)
		noError(t, err)
		equal(t, []string{all[0].ID, all[1].ID}, []string{other.ID, feed.ID})
	})

	t.Run("what is from a feed is counted, and left without it", func(t *testing.T) {
		u := f.newUser(t)
		feed := newFeed(u.ID, "https://example.com/feed")
		_, err := f.AddFeed(ctx, feed, 9)
		noError(t, err)
		m, opened := f.fromFeed(t, feed), newMemory(u.ID, memory.Link)
		opened.Feed, opened.OpenedAt = feed.ID, start
		noError(t, f.Add(ctx, opened, nil, unlimited))
		all, err := f.Feeds(ctx, u.ID)
		noError(t, err)
		equal(t, []int{all[0].Items, all[0].Unread}, []int{2, 1})
		ids, err := f.FeedMemories(ctx, u.ID, feed.ID, 1)
		noError(t, err)
		equal(t, ids, []string{m.ID})
		noError(t, f.See(ctx, u.ID, feed.ID, []string{"a"}, start, start))
		version := f.stored(t, m).Version
		noError(t, f.DropFeed(ctx, u.ID, feed.ID))
		left := f.stored(t, m)
		equal(t, []any{left.Feed, left.FeedTags, left.Version > version}, []any{"", 0, true})
		equal(t, f.rows(t, u.ID, "feed_items"), 0)
		isFault(t, f.DropFeed(ctx, u.ID, feed.ID), fault.NotFound, "")
	})

	t.Run("what is restored is of its feed while that is followed", func(t *testing.T) {
		u := f.newUser(t)
		kept, left, leaving := newFeed(u.ID, "https://example.com/kept"), newFeed(u.ID, "https://example.com/left"), newFeed(u.ID, "https://example.com/leaving")
		for _, feed := range []follow.Feed{kept, left, leaving} {
			_, err := f.AddFeed(ctx, feed, 9)
			noError(t, err)
		}
		of, without, last := f.fromFeed(t, kept), f.fromFeed(t, left), f.fromFeed(t, leaving)
		for _, m := range []memory.Memory{of, without, last} {
			noError(t, f.Discard(ctx, u.ID, m.ID, start))
		}
		_, err := f.ChangeFeed(ctx, u.ID, leaving.ID, func(feed follow.Feed) follow.Feed {
			feed.Status = follow.Leaving
			return feed
		})
		noError(t, err)
		noError(t, f.DropFeed(ctx, u.ID, left.ID))
		for _, m := range []memory.Memory{of, without, last} {
			noError(t, f.Restore(ctx, u.ID, m.ID, unlimited))
		}
		equal(t, f.stored(t, last).Feed, "") // else it would be deleted again
		equal(t, f.stored(t, of).Feed, kept.ID)
		equal(t, []any{f.stored(t, without).Feed, f.stored(t, without).FeedTags}, []any{"", 0})
	})

	t.Run("a feed that is due is claimed once", func(t *testing.T) {
		u := f.newUser(t)
		feed, paused := newFeed(u.ID, "https://example.com/feed"), newFeed(u.ID, "https://example.com/paused")
		paused.Status = follow.Paused
		for _, one := range []follow.Feed{feed, paused} {
			one.NextAt = start.Add(-24 * time.Hour)
			_, err := f.AddFeed(ctx, one, 9)
			noError(t, err)
		}
		due := start.Add(-23 * time.Hour)
		won, _ := race(t, 8, fault.NotFound, func(i int) error {
			_, found, err := f.either(i).DueFeed(ctx, due, start, nil)
			if err == nil && !found {
				return fault.New(fault.NotFound, "none")
			}
			return err
		})
		equal(t, won, 1)
	})

	t.Run("who loses a feed to another gets the next", func(t *testing.T) {
		const feeds = 6
		at := start.Add(-36 * time.Hour)
		for range feeds {
			feed := newFeed(f.newUser(t).ID, "https://example.com/feed")
			feed.NextAt = at
			_, err := f.AddFeed(ctx, feed, 9)
			noError(t, err)
		}
		won, _ := race(t, feeds, fault.NotFound, func(i int) error {
			_, found, err := f.either(i).DueFeed(ctx, at, start, nil)
			if err == nil && !found {
				return fault.New(fault.NotFound, "none")
			}
			return err
		})
		equal(t, won, feeds)
	})

	t.Run("a memory goes to the trash with its feed, unless that was left with it kept", func(t *testing.T) {
		u := f.newUser(t)
		feed, other := newFeed(u.ID, "https://example.com/feed"), newFeed(u.ID, "https://example.com/other")
		for _, one := range []follow.Feed{feed, other} {
			_, err := f.AddFeed(ctx, one, 9)
			noError(t, err)
		}
		gone, kept := f.fromFeed(t, feed), f.fromFeed(t, feed)
		isFault(t, f.DiscardFrom(ctx, u.ID, other.ID, gone.ID, start), fault.NotFound, "")
		isFault(t, f.DiscardFrom(ctx, u.ID, "", gone.ID, start), fault.NotFound, "")
		noError(t, f.DiscardFrom(ctx, u.ID, feed.ID, gone.ID, start))
		noError(t, f.DropFeed(ctx, u.ID, feed.ID))
		isFault(t, f.DiscardFrom(ctx, u.ID, feed.ID, kept.ID, start), fault.NotFound, "")
		equal(t, f.stored(t, kept).ID, kept.ID)
		noError(t, f.Restore(ctx, u.ID, gone.ID, unlimited))
	})

	t.Run("feeds of an account that is disabled rest", func(t *testing.T) {
		u := f.newUser(t)
		feed := newFeed(u.ID, "https://example.com/feed")
		feed.NextAt = start.Add(-48 * time.Hour)
		_, err := f.AddFeed(ctx, feed, 9)
		noError(t, err)
		noError(t, f.Disable(ctx, u.ID, start))
		_, due, err := f.DueFeed(ctx, start.Add(-47*time.Hour), start, nil)
		noError(t, err)
		equal(t, due, false)
		noError(t, f.Enable(ctx, u.ID))
		_, due, err = f.DueFeed(ctx, start.Add(-47*time.Hour), start, nil)
		noError(t, err)
		equal(t, due, true)
	})

	t.Run("the feed that is due the longest is claimed, but for those of users who have enough", func(t *testing.T) {
		ann, bob := f.newUser(t), f.newUser(t)
		at := start.Add(-72 * time.Hour)
		for i, userID := range []string{ann.ID, ann.ID, bob.ID} {
			feed := newFeed(userID, "https://example.com/"+newID())
			feed.NextAt = at.Add(time.Duration(i) * time.Minute)
			_, err := f.AddFeed(ctx, feed, 9)
			noError(t, err)
		}
		for _, c := range []struct {
			but  []string
			want string
		}{{nil, ann.ID}, {[]string{ann.ID, newID()}, bob.ID}, {[]string{ann.ID}, ""}, {nil, ann.ID}} {
			due, _, err := f.DueFeed(ctx, at.Add(time.Hour), start, c.but)
			noError(t, err)
			equal(t, due.UserID, c.want)
		}
	})

	t.Run("nothing is saved of a feed that was left", func(t *testing.T) {
		u := f.newUser(t)
		m := newMemory(u.ID, memory.Link)
		m.Feed = newID()
		isFault(t, f.Add(ctx, m, nil, unlimited), fault.NotFound, "Feed not found")
		feed := newFeed(u.ID, "https://example.com/leaving")
		feed.Status = follow.Leaving
		_, err := f.AddFeed(ctx, feed, 9)
		noError(t, err)
		m.Feed = feed.ID
		isFault(t, f.Add(ctx, m, nil, unlimited), fault.NotFound, "Feed not found")
		equal(t, f.rows(t, u.ID, "memories"), 0)
	})

	t.Run("an item is seen once, until it has not been in its feed for long", func(t *testing.T) {
		u := f.newUser(t)
		feed := newFeed(u.ID, "https://example.com/feed")
		_, err := f.AddFeed(ctx, feed, 9)
		noError(t, err)
		noError(t, f.See(ctx, u.ID, feed.ID, []string{"a", "b"}, start, start))
		noError(t, f.See(ctx, u.ID, feed.ID, []string{"b"}, start.Add(time.Hour), start))
		unseen, err := f.Unseen(ctx, u.ID, feed.ID, []string{"c", "b", "a"})
		noError(t, err)
		equal(t, unseen, []string{"c"})
		noError(t, f.See(ctx, u.ID, feed.ID, nil, start.Add(2*time.Hour), start.Add(time.Hour)))
		unseen, err = f.Unseen(ctx, u.ID, feed.ID, []string{"b", "a"})
		noError(t, err)
		equal(t, unseen, []string{"a"})
		noError(t, f.See(ctx, u.ID, newID(), []string{"a"}, start, start)) // of a feed that was left
	})

	t.Run("what was not chosen is left out, unless feeds are asked for", func(t *testing.T) {
		u := f.newUser(t)
		leaves, err := f.LeavesOut(ctx, u.ID)
		noError(t, err)
		equal(t, leaves, false)
		feed := newFeed(u.ID, "https://example.com/feed")
		_, err = f.AddFeed(ctx, feed, 9)
		noError(t, err)
		own, unchosen := f.add(t, u.ID, memory.Note, 1), f.fromFeed(t, feed)
		ids := func(q filter.Query) []string {
			found, err := f.FilteredIDs(ctx, u.ID, q)
			noError(t, err)
			return found
		}
		equal(t, ids(filter.Query{Chosen: true}), []string{own.ID})
		words, _ := filter.Parse("is:feed")
		equal(t, ids(filter.Query{Chosen: true, Filters: []filter.Filter{words}}), []string{unchosen.ID})
		words, _ = filter.Parse("-is:feed")
		equal(t, ids(filter.Query{Filters: []filter.Filter{words}}), []string{own.ID})
		for title, choose := range map[string]func(*memory.Memory){
			"starred":        func(m *memory.Memory) { m.StarredAt = start },
			"opened":         func(m *memory.Memory) { m.OpenedAt = start },
			"with a tag":     func(m *memory.Memory) { m.Tags = append(m.Tags, "mine") },
			"with a remark":  func(m *memory.Memory) { m.Remark = "Read this" },
			"archived alone": nil,
		} {
			m := newMemory(u.ID, memory.Link)
			m.Feed, m.Tags, m.FeedTags = feed.ID, []string{"news"}, 1
			if choose != nil {
				choose(&m)
			}
			noError(t, f.Add(ctx, m, nil, unlimited))
			if got := len(ids(filter.Query{Chosen: true})); got != 1 && choose == nil || got != 2 && choose != nil {
				t.Errorf("%s: %d are chosen", title, got)
			}
			noError(t, f.Delete(ctx, u.ID, m.ID))
		}
		leaves, err = f.LeavesOut(ctx, u.ID)
		noError(t, err)
		equal(t, leaves, true)
		noError(t, f.SetAnswersUseFeeds(ctx, u.ID, true))
		use, err := f.AnswersUseFeeds(ctx, u.ID)
		noError(t, err)
		equal(t, use, true)
		leaves, err = f.LeavesOut(ctx, u.ID)
		noError(t, err)
		equal(t, leaves, false)
	})

	t.Run("ROLE-06 a stranger has none of another's feeds", func(t *testing.T) {
		owner, stranger := f.newUser(t), f.newUser(t)
		feed := newFeed(owner.ID, "https://example.com/feed")
		_, err := f.AddFeed(ctx, feed, 9)
		noError(t, err)
		f.fromFeed(t, feed)
		_, err = f.Feed(ctx, stranger.ID, feed.ID)
		isFault(t, err, fault.NotFound, "")
		_, err = f.ChangeFeed(ctx, stranger.ID, feed.ID, func(feed follow.Feed) follow.Feed { return feed })
		isFault(t, err, fault.NotFound, "")
		isFault(t, f.DropFeed(ctx, stranger.ID, feed.ID), fault.NotFound, "")
		ids, err := f.FeedMemories(ctx, stranger.ID, feed.ID, 9)
		noError(t, err)
		equal(t, len(ids), 0)
		all, err := f.Feeds(ctx, stranger.ID)
		noError(t, err)
		equal(t, len(all), 0)
	})
}
