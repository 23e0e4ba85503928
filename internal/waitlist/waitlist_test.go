package waitlist_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"engram/internal/fault"
	"engram/internal/waitlist"
)

type list []waitlist.Entry

func (l *list) Join(_ context.Context, e waitlist.Entry) error {
	*l = append(*l, e)
	return nil
}

type throttle struct {
	err  error
	keys []string
}

func (t *throttle) Try(_ context.Context, key string) error {
	t.keys = append(t.keys, key)
	return t.err
}

func TestJoin(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	join := func(t *testing.T, item, email string) (list, error) {
		t.Helper()
		var kept list
		err := waitlist.New(&kept, &throttle{}, func() time.Time { return now }).Join(t.Context(), "192.0.2.1", item, email)
		return kept, err
	}
	t.Run("API-42 API-43 an entry is stored in lower case without outer spaces", func(t *testing.T) {
		for _, email := range []string{"a@example.com", " A@Example.com\n", "first.last+tag@sub.example.co"} {
			kept, err := join(t, " Blog ", email)
			if err != nil || len(kept) != 1 || kept[0] != (waitlist.Entry{Item: "blog", Email: strings.ToLower(strings.TrimSpace(email)), At: now}) {
				t.Errorf("%q: got %v, %v", email, kept, err)
			}
		}
	})
	t.Run("API-42 an invalid email address is refused", func(t *testing.T) {
		refused := []string{
			"", " ", "a", "@", "a@", "@example.com", "a@b", "a@b.", "a@.b", "a b@example.com", "a@example.com,b@example.com", "A <a@example.com>",
			"=cmd|x", "=cmd|x@example.com", "+cmd|x@example.com", "-2+3@example.com", "a@exam\nple.com", "a\x00@example.com", `"a b"@example.com`, "a@example.com\x7f", "\xff@example.com",
			strings.Repeat("a", 10<<10), strings.Repeat("a", 250) + "@example.com",
		}
		for _, email := range refused {
			if kept, err := join(t, "Blog", email); fault.KindOf(err) != fault.Invalid || len(kept) != 0 {
				t.Errorf("%.40q: got %v, %v", email, kept, err)
			}
		}
	})
	t.Run("API-42 an item is not empty, and short", func(t *testing.T) {
		for _, item := range []string{"", " \t", strings.Repeat("é", 101)} {
			if kept, err := join(t, item, "a@example.com"); fault.KindOf(err) != fault.Invalid || len(kept) != 0 {
				t.Errorf("%.20q: got %v, %v", item, kept, err)
			}
		}
	})
	t.Run("API-42 frequent entries are limited", func(t *testing.T) {
		var kept list
		busy := &throttle{err: fault.New(fault.Limit, "Too many tries.")}
		err := waitlist.New(&kept, busy, time.Now).Join(t.Context(), "192.0.2.1", "Blog", "a@example.com")
		if !errors.Is(err, busy.err) || len(kept) != 0 || len(busy.keys) != 1 || !strings.Contains(busy.keys[0], "192.0.2.1") {
			t.Errorf("got %v, %v, %v", kept, err, busy.keys)
		}
	})
}

func FuzzJoin(f *testing.F) {
	for _, email := range []string{"a@example.com", "=cmd|x", "\"a\"@b.c", "a@[127.0.0.1]"} {
		f.Add("Blog", email)
	}
	f.Fuzz(func(t *testing.T, item, email string) {
		var kept list
		err := waitlist.New(&kept, &throttle{}, time.Now).Join(t.Context(), "", item, email)
		if (err == nil) != (len(kept) == 1) || (err != nil && fault.KindOf(err) != fault.Invalid) {
			t.Fatalf("got %v, %v", kept, err)
		}
		for _, e := range kept {
			if again := strings.ToLower(strings.TrimSpace(e.Email)); again != e.Email || strings.Count(e.Email, "@") < 1 || len(e.Email) > 254 {
				t.Fatalf("kept %q", e.Email)
			}
		}
	})
}
