package filters_test

import (
	"slices"
	"testing"

	"engram/internal/account"
	"engram/internal/filter"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/store/accounts"
	"engram/internal/store/filters"
	"engram/internal/store/memories"
	"engram/internal/store/storetest"
)

func TestFewTablesAreHeld(t *testing.T) {
	ctx := t.Context()
	db := storetest.Open(t, storetest.SQLite(t))
	users := []string{"a", "b", "c"}
	for _, id := range users {
		if err := accounts.New(db).CreateUser(ctx, account.User{ID: id, Username: id, Plan: plan.Free}, "", account.Session{UserID: id, TokenHash: []byte(id)}); err != nil {
			t.Fatal(err)
		}
		for _, n := range []string{"1", "2"} {
			if err := memories.New(db, nil, memories.Hooks{}).Add(ctx, memory.Memory{ID: id + n, UserID: id, Kind: memory.Note}, nil, plan.Table{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := filters.New(db)
	s.Hold(4)
	for i, want := range []string{"a", "ab", "bc", "ca", "ab"} {
		id := users[i%3]
		items, total, err := s.Filtered(ctx, id, filter.Query{}, filter.Page{Sort: filter.Saved, Limit: 9})
		if err != nil || total != 2 || items[0].ID != id+"2" || items[1].ID != id+"1" {
			t.Fatalf("user %s: %v of %d, %v", id, items, total, err)
		}
		held := s.Held()
		if wanted := slices.Sorted(slices.Values(chars(want))); !slices.Equal(held, wanted) {
			t.Errorf("after %d: %v are held, want %v", i, held, wanted)
		}
	}
}

func chars(s string) (all []string) {
	for _, r := range s {
		all = append(all, string(r))
	}
	return all
}

func TestATableMayBeLetGoOfWhileItIsRead(t *testing.T) {
	s := filters.New(nil)
	s.Hold(1)
	s.Use("a", nil)
	s.Use("a", func() { s.Use("b", nil) })
	for _, id := range []string{"b", "c", "a"} {
		s.Use(id, nil)
		if held := s.Held(); !slices.Equal(held, []string{id}) {
			t.Errorf("%v are held, want %s", held, id)
		}
	}
}
