package bench

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// place is a data directory as a server has it: a database and an engine with its files.
type place struct {
	rows   stored
	engine engine
}

func (s *suite) openPlace(ctx context.Context, dir string) (place, error) {
	rows, err := openStored(ctx, s.path(dir+".db"), s.corpus)
	return place{rows, open(rows, s.path(dir+"-index"))}, err
}

func (p place) close() error { return errors.Join(p.engine.close(), p.rows.close()) }

// move lets a user save and search for the first time.
func (p place) move(ctx context.Context, userID string, passages int, q question) error {
	if err := p.rows.save(ctx, userID, passages); err != nil {
		return err
	}
	if _, err := p.engine.hybrid(ctx, userID, q); err != nil {
		return err
	}
	return settle(ctx)
}

// neighbours says what a user with little feels of the data of others: the same user in two places, in one of which the
// others have ten times as much.
func (s *suite) neighbours(ctx context.Context) (_ []Result, err error) {
	const bar = 1.15
	var contenders []contender
	for _, others := range []int{s.before, s.after} {
		name := short(others) + " of others"
		s.note("saving " + name)
		p, err := s.openPlace(ctx, fmt.Sprint("beside-", others))
		if err != nil {
			return nil, err
		}
		defer func() { _ = p.close() }() // its files are removed next
		if err := s.inhabit(ctx, p, others); err != nil {
			return nil, err
		}
		contenders = append(contenders, s.ask(name, p.engine))
	}
	s.note("measuring a small user")
	took, err := s.race(ctx, contenders...)
	if err != nil {
		return nil, err
	}
	measure := fmt.Sprintf("hybrid search of %s passages in the database, others growing from %s to %s", short(s.small), short(s.before), short(s.after))
	return []Result{atMost(bar, ratio(took[1], took[0]), "×", measure,
		inMillis(contenders[0].name, took[0]), inMillis(contenders[1].name, took[1]))}, nil
}

// inhabit fills a place with the small user and others, each as large.
func (s *suite) inhabit(ctx context.Context, p place, others int) error {
	for user := range 1 + others/s.small {
		if err := p.move(ctx, userID(user), s.small, s.questions[0]); err != nil {
			return err
		}
	}
	return nil
}

// start times the first search of an engine that finds its files. The clock on the wall counts here: that is what the one
// who waits feels. The files were read before, so they come from the system's memory.
func (s *suite) start(ctx context.Context) ([]Result, error) {
	bars := [2]float64{3, 20} // milliseconds
	var results []Result
	for i, n := range s.starts {
		took, err := s.startWith(ctx, n)
		if err != nil {
			return nil, err
		}
		figure := inMillis("p50 on the wall", took)
		results = append(results, atMost(bars[i], figure.Value, "ms", "first search after start, "+short(n)+" passages", figure))
	}
	return results, nil
}

func (s *suite) startWith(ctx context.Context, passages int) (time.Duration, error) {
	dir := fmt.Sprint("start-", passages)
	s.note(fmt.Sprintf("saving %d passages", passages))
	p, err := s.openPlace(ctx, dir)
	if err != nil {
		return 0, err
	}
	if err := errors.Join(p.move(ctx, theUser, passages, s.questions[0]), p.close()); err != nil {
		return 0, err
	}
	s.note("measuring the first search")
	var all []time.Duration
	for i := range 3 * s.rounds {
		took, err := s.firstSearch(ctx, dir, s.questions[i%len(s.questions)])
		if err != nil {
			return 0, err
		}
		all = append(all, took)
	}
	return middle(all), nil
}

// firstSearch opens a place anew. The clock starts when the database is open.
func (s *suite) firstSearch(ctx context.Context, dir string, q question) (took time.Duration, err error) {
	rows, err := openStored(ctx, s.path(dir+".db"), s.corpus)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rows.close()) }()
	began := time.Now()
	e := open(rows, s.path(dir+"-index"))
	defer func() { err = errors.Join(err, e.close()) }()
	_, err = e.hybrid(ctx, theUser, q)
	return time.Since(began), err
}
