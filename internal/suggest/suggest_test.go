package suggest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"engram/internal/memory"
	"engram/internal/recall"
	"engram/internal/suggest"
)

// shelf is neighbours by nearness, with their tags, and phrases of the text.
type shelf struct {
	near    []recall.Related
	tags    map[string][]string
	phrases []string
}

func (s shelf) Related(_ context.Context, _, _ string, limit int, floor float64) (near []recall.Related, _ error) {
	for _, r := range s.near {
		if r.Score >= floor && len(near) < limit {
			near = append(near, r)
		}
	}
	return near, nil
}

func (s shelf) Phrases(_ context.Context, _, _ string, limit int) ([]string, error) {
	return s.phrases[:min(len(s.phrases), limit)], nil
}

func (s shelf) ByIDs(_ context.Context, _ string, ids []string) (found []memory.Memory, _ error) {
	for _, id := range ids {
		if tags, there := s.tags[id]; there {
			found = append(found, memory.Memory{ID: id, Tags: tags})
		}
	}
	return found, nil
}

func at(id string, score float64) recall.Related { return recall.Related{MemoryID: id, Score: score} }

func TestTags(t *testing.T) {
	near := []recall.Related{at("a", .8), at("b", .5), at("c", .4), at("deleted", .3), at("far", .1)}
	for name, test := range map[string]struct {
		shelf shelf
		has   []string
		want  string
	}{
		"none of an empty shelf": {shelf{}, nil, ""},
		"of the nearest, by weight": {
			shelf{near: near, tags: map[string][]string{"a": {"sea"}, "b": {"boats", "wood"}, "c": {"boats", "wood", "hills"}}}, nil, "sea* boats* wood*",
		},
		"several that are near weigh more than one": {
			shelf{near: near, tags: map[string][]string{"a": {"x"}, "b": {"y"}, "c": {"z", "y"}}, phrases: []string{"more"}}, nil, "x* y* z*",
		},
		"one that it has is not proposed, however it is spelled": {
			shelf{near: near, tags: map[string][]string{"a": {"Café", "tea"}}, phrases: []string{"CAFE", "tea", "milk"}}, []string{"cafe"}, "tea* milk",
		},
		"spellings are one tag":     {shelf{near: near, tags: map[string][]string{"a": {"Sea"}, "b": {"sea"}}}, nil, "Sea*"},
		"what is far says nothing":  {shelf{near: near, tags: map[string][]string{"far": {"far"}}}, nil, ""},
		"phrases fill up, to three": {shelf{phrases: []string{"Red dal", "tamarind", "pan", "salt"}}, nil, "Red dal tamarind pan"},
	} {
		t.Run(name, func(t *testing.T) {
			tags, err := suggest.New(test.shelf, test.shelf).Tags(t.Context(), memory.Memory{ID: "m", Tags: test.has})
			var got []string
			for _, tag := range tags {
				got = append(got, fmt.Sprintf("%s%s", tag.Name, map[bool]string{true: "*"}[tag.Known]))
			}
			if strings.Join(got, " ") != test.want || err != nil {
				t.Errorf("%v, %v; want %s", got, err, test.want)
			}
		})
	}
}
