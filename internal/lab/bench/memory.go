package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

// memory says how much memory the program holds when many users are active, their indexes being on disk. Users who are
// not active cost nothing, since an index is opened by a search, so no files are made for them.
func (s *suite) memory(ctx context.Context) (_ []Result, err error) {
	const bar = 100
	measure := fmt.Sprintf("anonymous memory, %d users of whom %d search in %s passages each", s.users, s.active, short(s.activeHave))
	if _, ok := anonymousMemory(); !ok {
		return []Result{{Measure: measure, Unit: "MB", Bar: bar, AtMost: true, Missing: "needs Linux"}}, nil
	}
	s.note(fmt.Sprintf("indexing %d users", s.active))
	e := open(s.manyUsers(), s.path("active"))
	if err := errors.Join(s.activate(ctx, e, 1), settle(ctx), e.close()); err != nil { // leaves the files
		return nil, err
	}
	debug.FreeOSMemory()
	before, _ := anonymousMemory()
	s.note("measuring memory")
	e = open(s.manyUsers(), s.path("active"))
	defer func() { err = errors.Join(err, e.close()) }()
	if err := s.activate(ctx, e, len(s.questions)); err != nil {
		return nil, err
	}
	after, _ := anonymousMemory()
	return []Result{atMost(bar, float64(after)/1e6, "MB", measure, Figure{Name: "before they searched", Value: float64(before) / 1e6, Unit: "MB"})}, nil
}

func (s *suite) manyUsers() source { return source{corpus: s.corpus, passages: s.activeHave} }

// activate lets every active user ask the first questions.
func (s *suite) activate(ctx context.Context, e engine, questions int) error {
	for user := range s.active {
		for _, q := range s.questions[:questions] {
			if _, err := e.hybrid(ctx, userID(user), q); err != nil {
				return err
			}
		}
	}
	return nil
}
