package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"time"
)

// sizes are the amounts of data per row, and the number of measurements. Passages are those of one
// user.
type sizes struct {
	pace
	passages      [3]int // small, middle and large
	others        int    // users beside in the shared table, with passages[1] each
	near          int    // passages among which the related ones are found
	small         int    // passages of the small user
	before, after int    // passages of the others, by a thousand each
	starts        [2]int
	indexed       int
	filtered      int // memories of each of two users
	tagged        int // memories at once
	users, active int
	activeHave    int
	asked         int // questions, of a whole program
	notes, links  int // saved through a whole program
	bookPages     int
}

var full = sizes{
	pace:     pace{rounds: 7, operations: 10, turn: 50 * time.Millisecond},
	passages: [3]int{1_000, 10_000, 100_000}, others: 9,
	near:  50_000,
	small: 1_000, before: 10_000, after: 100_000,
	starts:  [2]int{1_000, 100_000},
	indexed: 20_000, filtered: 10_000, tagged: 500,
	users: 1_000, active: 50, activeHave: 2_000,
	asked: 200,
	notes: 10_000, links: 2_000, bookPages: 300,
}

// quick are sizes at which every question still finds something.
var quick = sizes{
	pace:     pace{rounds: 2, operations: 3},
	passages: [3]int{200, 300, 400}, others: 1,
	near:  300,
	small: 200, before: 400, after: 800,
	starts:  [2]int{200, 400},
	indexed: 200, filtered: 40, tagged: 6,
	users: 10, active: 3, activeHave: 200,
	asked: 3,
	notes: 8, links: 6, bookPages: 3,
}

// suite is the state that the rows share.
type suite struct {
	sizes
	dir       string
	corpus    *corpus
	questions []question
	note      func(string)
	program   func(ctx context.Context, dir string, allow ...string) (Program, error)
	opened    map[int]engine // by the number of passages
}

// seed makes every run the same.
const seed = 1

func newSuite(dir string, o Options) *suite {
	s := &suite{sizes: full, dir: dir, corpus: newCorpus(seed), note: o.Progress, program: o.Program, opened: map[int]engine{}}
	if o.Quick {
		s.sizes = quick
	}
	if s.note == nil {
		s.note = func(string) {}
	}
	s.questions = s.corpus.questions(s.operations)
	return s
}

func (s *suite) close() {
	for _, e := range s.opened {
		_ = e.close() // its files are removed next
	}
}

// theUser is whose searches are measured.
var theUser = userID(0)

// engine returns one over that many passages of the user, built and warm; it is kept for the rows that follow.
func (s *suite) engine(ctx context.Context, passages int) (engine, error) {
	if e, ok := s.opened[passages]; ok {
		return e, nil
	}
	s.note(fmt.Sprintf("indexing %d passages", passages))
	e := open(source{corpus: s.corpus, passages: passages}, s.path(fmt.Sprint("index-", passages)))
	s.opened[passages] = e
	if _, err := e.hybrid(ctx, theUser, s.questions[0]); err != nil {
		return e, err
	}
	return e, settle(ctx)
}

func (s *suite) path(name string) string { return filepath.Join(s.dir, name) }

// ask is a contender that searches by words and meaning.
func (s *suite) ask(name string, e engine) contender {
	return contender{name, func(ctx context.Context, i int) error {
		_, err := e.hybrid(ctx, theUser, s.questions[i])
		return err
	}}
}

// short writes a number of passages as people say it.
func short(n int) string {
	if n >= 1000 && n%1000 == 0 {
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprint(n)
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }
