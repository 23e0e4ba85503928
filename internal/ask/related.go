package ask

import (
	"context"
	"reflect"
	"slices"

	"engram/internal/answer"
	"engram/internal/filter"
	"engram/internal/memory"
	"engram/internal/recall"
)

// finding is the result of one search for one reading.
type finding struct {
	Related
	reading reading
	matches []recall.Match  // parallel to Related.Memories
	listing *answer.Listing // nil: the question has a subject
}

// same reports whether both show the same memories under the same filters.
func (f finding) same(other finding) bool {
	ids := func(a, b memory.Memory) bool { return a.ID == b.ID }
	return slices.EqualFunc(f.Memories, other.Memories, ids) &&
		reflect.DeepEqual(f.Filters, other.Filters)
}

// find searches for a reading. Small talk finds nothing, without a search.
func (s *Service) find(ctx context.Context, q inquiry, as reading) (finding, error) {
	if q.aside.Sure {
		return finding{reading: as}, nil
	}
	began := s.Now()
	asked := Query{
		Text: as.asked, Kind: string(q.Kind), Memory: q.Memory, Limit: maxMemories,
		Private: q.Private, Zone: q.Zone,
	}
	if as == q.reading {
		asked.Meaning = q.meaning
	}
	if err := s.confine(ctx, q, as, &asked); err != nil {
		return finding{}, err
	}
	hits, err := s.Searcher.Search(ctx, q.UserID, asked)
	if err != nil {
		return finding{}, err
	}
	s.Observer.Search(s.Now().Sub(began))
	matches, memories, err := s.present(ctx, q.UserID, hits.Matches)
	related := Related{Memories: memories, Filters: hits.Filters, Memory: q.Memory}
	return finding{Related: related, reading: as, matches: matches, listing: hits.Listing}, err
}

// confine has a query search what the filter selects, and what the user has chosen where answers
// leave out the rest.
func (s *Service) confine(ctx context.Context, q inquiry, as reading, asked *Query) error {
	if q.Memory != "" {
		return nil
	}
	within, leaves := q.within(as), false
	if s.Feeds != nil {
		var err error
		if leaves, err = s.Feeds.LeavesOut(ctx, q.UserID); err != nil {
			return err
		}
	}
	if len(within) == 0 && !leaves {
		return nil
	}
	ids, err := s.Filters.IDs(ctx, q.UserID, filter.Query{Filters: []filter.Filter{within}, Zone: q.Zone, Archived: true, Chosen: leaves})
	asked.Filter, asked.Within = within.String(), ids
	return err
}

// findRewritten has a model rewrite a follow-up and searches for that. It returns false, so that
// the first search stands, if either fails or the model agrees with the first reading.
func (s *Service) findRewritten(ctx context.Context, q inquiry, first finding) (finding, bool) {
	if first.listing != nil { // its words say everything
		return finding{}, false
	}
	full, ok := s.rewrite(ctx, q.about(q.Text, first))
	if !ok || full == first.reading.asked {
		return finding{}, false
	}
	again, err := s.find(ctx, q, reading{asked: full, shown: full})
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("a follow-up was not searched as a model reads it", "error", err)
	}
	return again, err == nil
}

// present returns the matches whose memories still exist, and these memories, in parallel: an
// answer's numbers are positions in the list.
func (s *Service) present(ctx context.Context, userID string, matches []recall.Match) ([]recall.Match, []memory.Memory, error) {
	ids := make([]string, len(matches))
	for i, match := range matches {
		ids[i] = match.MemoryID
	}
	memories, err := s.Memories.Cards(ctx, userID, ids)
	if err != nil {
		return nil, nil, err
	}
	present := matches[:0]
	for _, match := range matches {
		if n := len(present); n < len(memories) && memories[n].ID == match.MemoryID {
			present = append(present, match)
		}
	}
	return present, memories, nil
}
