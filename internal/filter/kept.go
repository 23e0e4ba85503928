package filter

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"engram/internal/fault"
)

// Kept is a filter that is kept under a name.
type Kept struct {
	ID     string // UUIDv7: kept filters stand in the order of their ids
	Name   string
	Filter string // as it is printed
	Sort   Sort
}

// Change holds the fields of a kept filter to change; a nil one stays as it is.
type Change struct {
	Name, Filter *string
	Sort         *Sort
}

// KeptStore keeps filters. Every method is confined to the user's rows.
type KeptStore interface {
	// Kept returns all in their order.
	Kept(ctx context.Context, userID string) ([]Kept, error)
	// PutKept adds or replaces, by its id, the filter that put returns for those that are kept. Of
	// one user one call at a time is in put.
	PutKept(ctx context.Context, userID string, put func([]Kept) (Kept, error)) error
	// DropKept removes a filter; fault.NotFound if it is not the user's.
	DropKept(ctx context.Context, userID, id string) error
}

const (
	maxKept = 50
	maxName = 60 // characters
)

// Kept returns the kept filters in their order.
func (s *Service) Kept(ctx context.Context, userID string) ([]Kept, error) {
	return s.store.Kept(ctx, userID)
}

// Keep keeps a filter. fault.Invalid if it selects everything, its name is empty or too long, or 50
// are kept; fault.Conflict if another has the name, in which case and accents don't count.
func (s *Service) Keep(ctx context.Context, userID, name, text string, sort Sort) (k Kept, err error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Kept{}, err
	}
	err = s.store.PutKept(ctx, userID, func(all []Kept) (Kept, error) {
		if len(all) >= maxKept {
			return Kept{}, fault.New(fault.Invalid, "You keep 50 filters, which is the most. Delete one before you keep another")
		}
		k, err = checked(Kept{ID: id.String(), Name: name, Filter: text, Sort: cmp.Or(sort, Saved)}, all)
		return k, err
	})
	return k, err
}

// Alter changes a kept filter. Its errors are those of Keep, and fault.NotFound.
func (s *Service) Alter(ctx context.Context, userID, id string, c Change) (k Kept, err error) {
	err = s.store.PutKept(ctx, userID, func(all []Kept) (Kept, error) {
		at := slices.IndexFunc(all, func(k Kept) bool { return k.ID == id })
		if at < 0 {
			return Kept{}, NotKept()
		}
		k = all[at]
		k.Name, k.Filter, k.Sort = *cmp.Or(c.Name, &k.Name), *cmp.Or(c.Filter, &k.Filter), *cmp.Or(c.Sort, &k.Sort)
		k, err = checked(k, slices.Delete(all, at, at+1))
		return k, err
	})
	return k, err
}

// RenameTag has the kept filters that name a tag name another in its place. One that would become too
// long stays as it is.
func (s *Service) RenameTag(ctx context.Context, userID, from, to string) error {
	all, err := s.store.Kept(ctx, userID)
	if err != nil {
		return err
	}
	for _, k := range all {
		text := renamed(k.Filter, from, to)
		if text == k.Filter {
			continue
		}
		_, err := s.Alter(ctx, userID, k.ID, Change{Filter: &text})
		if kind := fault.KindOf(err); err != nil && kind != fault.NotFound && kind != fault.Invalid {
			return err
		}
	}
	return nil
}

// renamed returns a filter that names another tag.
func renamed(text, from, to string) string {
	words, _ := Parse(text)
	for i, w := range words {
		if w.Key == Tag && NameKey(w.Value) == NameKey(from) {
			words[i].Value = to
		}
	}
	return words.String()
}

// Forget removes a kept filter; fault.NotFound if it is not the user's.
func (s *Service) Forget(ctx context.Context, userID, id string) error {
	return s.store.DropKept(ctx, userID, id)
}

// NotKept is the error for an unknown kept filter.
func NotKept() error { return fault.New(fault.NotFound, "Filter not found") }

// Restored returns a filter that another Engram kept as it is kept beside others. It reports true for one
// that is kept already. Its errors are those of Keep.
func Restored(k Kept, all []Kept) (restored Kept, known bool, err error) {
	if slices.ContainsFunc(all, func(o Kept) bool { return o.ID == k.ID || NameKey(o.Name) == NameKey(k.Name) && o.Filter == k.Filter }) {
		return k, true, nil
	}
	if len(all) >= maxKept {
		return k, false, fault.New(fault.Invalid, "You keep 50 filters, which is the most. Delete one before you keep another")
	}
	restored, err = checked(k, all)
	return restored, false, err
}

// checked returns a filter as it is kept beside others.
func checked(k Kept, others []Kept) (Kept, error) {
	k.Name = strings.Join(strings.FieldsFunc(norm.NFC.String(k.Name), isBlank), " ")
	words, err := Read(k.Filter)
	switch {
	case err != nil:
		return Kept{}, err
	case len(words) == 0:
		return Kept{}, fault.New(fault.Invalid, "Please choose a filter to keep")
	case !slices.Contains(Sorts, k.Sort):
		return Kept{}, badSort()
	case k.Name == "" || NameKey(k.Name) == "":
		return Kept{}, fault.New(fault.Invalid, "Please write a name")
	case utf8.RuneCountInString(k.Name) > maxName:
		return Kept{}, fault.New(fault.Invalid, "A name has at most 60 characters")
	case !utf8.ValidString(k.Name) || strings.ContainsFunc(k.Name, unicode.IsControl):
		return Kept{}, fault.New(fault.Invalid, "A name can't have control characters")
	case slices.ContainsFunc(others, func(o Kept) bool { return NameKey(o.Name) == NameKey(k.Name) }):
		return Kept{}, fault.New(fault.Conflict, "You have a filter of this name")
	}
	k.Filter = words.String()
	return k, nil
}
