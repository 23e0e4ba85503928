package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Neighbours finds what is related in a library.
type Neighbours interface {
	Library
	// Related returns the ids of at most n memories that are shown as related to one, the nearest first.
	Related(ctx context.Context, person, memoryID string, n int) ([]string, error)
}

// shownRelated is the number of related memories that a person sees at most.
const shownRelated = 5

// Relations says what is shown as related where the memories of several people are one library. Two
// memories belong together if one question needs both; those of two people don't.
type Relations struct {
	Name     string
	Memories int
	Pairs    int // ordered pairs that belong together
	Found    int // of these, shown: among the first five of the person's own
	Some     int // memories of which any of the person's own is shown
	Alarms   int // memories of which one of another person is near enough to be shown
}

// RunRelated saves the sets in the library as one person's and looks at what is related to each
// memory.
func RunRelated(ctx context.Context, sets Sets, library Neighbours) (*Relations, error) {
	r := &Relations{Name: sets.Name}
	var all []Memory
	for _, set := range sets.Sets {
		for _, m := range set.Memories() {
			m.ID = set.Name + "/" + m.ID
			all = append(all, m)
		}
	}
	r.Memories = len(all)
	if err := library.Save(ctx, sets.Name, all); err != nil {
		return nil, err
	}
	for _, set := range sets.Sets {
		for _, m := range set.Memories() {
			if err := r.add(ctx, sets.Name, set, m.ID, library); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

func (r *Relations) add(ctx context.Context, person string, set Set, id string, library Neighbours) error {
	found, err := library.Related(ctx, person, set.Name+"/"+id, r.Memories)
	if err != nil {
		return err
	}
	var own []string
	for _, f := range found {
		if rest, is := strings.CutPrefix(f, set.Name+"/"); is {
			own = append(own, rest)
		}
	}
	if len(own) < len(found) {
		r.Alarms++
	}
	if len(own) > 0 {
		r.Some++
	}
	own = own[:min(len(own), shownRelated)]
	for _, other := range set.beside(id) {
		r.Pairs++
		if slices.Contains(own, other) {
			r.Found++
		}
	}
	return nil
}

// beside returns the memories that a question needs beside one, sorted.
func (s Set) beside(id string) (ids []string) {
	for _, relevant := range s.Relevant {
		if relevant[id] == 0 {
			continue
		}
		for other := range relevant {
			if other != id {
				ids = append(ids, other)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// WriteRelations writes a line for each of the libraries.
func WriteRelations(out io.Writer, all []*Relations) error {
	_, err := fmt.Fprintf(out, "%-12s %9s %7s %10s %10s %14s\n", "set", "memories", "pairs", "found", "with some", "false alarms")
	for _, r := range all {
		share := func(n, of int) string { return fmt.Sprintf("%.3f", float64(n)/float64(max(of, 1))) }
		_, failed := fmt.Fprintf(out, "%-12s %9d %7d %10s %10s %14s\n", r.Name, r.Memories, r.Pairs,
			share(r.Found, r.Pairs), share(r.Some, r.Memories), share(r.Alarms, r.Memories))
		err = cmp.Or(err, failed)
	}
	return err
}

// WriteRelationsJSON writes them as one JSON array.
func WriteRelationsJSON(out io.Writer, all []*Relations) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(all)
}
