package filter

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"engram/internal/fault"
)

// shelf is a KeptStore of one user.
type shelf struct {
	Store
	kept []Kept
}

func (s *shelf) Kept(context.Context, string) ([]Kept, error) { return s.kept, nil }

func (s *shelf) PutKept(_ context.Context, _ string, put func([]Kept) (Kept, error)) error {
	k, err := put(slices.Clone(s.kept))
	if err != nil {
		return err
	}
	if at := slices.IndexFunc(s.kept, func(other Kept) bool { return other.ID == k.ID }); at >= 0 {
		s.kept[at] = k
		return nil
	}
	s.kept = append(s.kept, k)
	return nil
}

func TestKeepingFilters(t *testing.T) {
	ctx, rows := t.Context(), &shelf{}
	s := New(rows)
	first, err := s.Keep(ctx, "u", "  To \u00a0read ", "  type:notes   -is:READ", "")
	if want := (Kept{first.ID, "To read", "kind:note -is:read", Saved}); err != nil || first != want || first.ID == "" {
		t.Fatalf("got %+v, %v", first, err)
	}
	second, err := s.Keep(ctx, "u", strings.Repeat("é", 60), "tag:a", Title)
	if err != nil {
		t.Fatal(err)
	}
	name, text, sort := "To READ ", "tag:b", Opened
	for title, c := range map[string]struct {
		err  error
		want string
		kind fault.Kind
	}{
		"a name twice":           {keep(s, "TO RÉAD", "tag:a", ""), "You have a filter of this name", fault.Conflict},
		"no name":                {keep(s, " ", "tag:a", ""), "Please write a name", fault.Invalid},
		"a long name":            {keep(s, strings.Repeat("é", 61), "tag:a", ""), "A name has at most 60 characters", fault.Invalid},
		"a control character":    {keep(s, "a\x00", "tag:a", ""), "A name can't have control characters", fault.Invalid},
		"no filter":              {keep(s, "a", " ", ""), "Please choose a filter to keep", fault.Invalid},
		"words to search for":    {keep(s, "a", "tag:a pasta", ""), "Not a filter: pasta", fault.Invalid},
		"an unknown sort":        {keep(s, "a", "tag:a", "size"), "A list is sorted by saved, published, opened or title", fault.Invalid},
		"a change to one's name": {alter(s, second.ID, Change{Name: &name}), "You have a filter of this name", fault.Conflict},
		"a change of none":       {alter(s, "x", Change{Name: &name}), "Filter not found", fault.NotFound},
	} {
		if fault.KindOf(c.err) != c.kind || c.err.Error() != c.want {
			t.Errorf("%s: %v, want %q", title, c.err, c.want)
		}
	}
	changed, err := s.Alter(ctx, "u", first.ID, Change{Name: &name})
	if want := (Kept{first.ID, "To READ", "kind:note -is:read", Saved}); err != nil || changed != want {
		t.Errorf("renamed: %+v, %v", changed, err)
	}
	changed, err = s.Alter(ctx, "u", first.ID, Change{Filter: &text, Sort: &sort})
	if want := (Kept{first.ID, "To READ", "tag:b", Opened}); err != nil || changed != want {
		t.Errorf("changed: %+v, %v", changed, err)
	}
	for i := len(rows.kept); i < 50; i++ {
		if err := keep(s, fmt.Sprint("name ", i), "tag:a", ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := keep(s, "one more", "tag:a", ""); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "You keep 50 filters") {
		t.Errorf("the 51st: %v", err)
	}
	if _, err = s.Alter(ctx, "u", first.ID, Change{Sort: &sort}); err != nil {
		t.Errorf("a change while there are 50: %v", err)
	}
}

func keep(s *Service, name, text string, sort Sort) error {
	_, err := s.Keep(context.Background(), "u", name, text, sort)
	return err
}

func alter(s *Service, id string, c Change) error {
	_, err := s.Alter(context.Background(), "u", id, c)
	return err
}
