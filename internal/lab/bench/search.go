package bench

import (
	"context"
	"errors"
	"fmt"
)

const (
	hybridBar = 50 // times as fast as SQL
	wordsBar  = 30
	growthBar = 6
)

// hybrid sets the product's search beside one in SQL, for each size of a user's data.
func (s *suite) hybrid(ctx context.Context) (results []Result, err error) {
	if openRival == nil {
		for _, n := range s.passages {
			results = append(results, Result{Measure: hybridMeasure(n), Unit: "×", Bar: hybridBar, Missing: noRival})
		}
		return results, nil
	}
	sql, err := openRival(s.path("shared.db"), s.corpus)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sql.close()) }()
	for i := range s.others {
		s.note(fmt.Sprintf("filling the shared table: user %d of %d beside", i+1, s.others))
		if err := sql.add(ctx, userID(i+1), 0, s.passages[1]); err != nil {
			return nil, err
		}
	}
	held := 0
	for _, n := range s.passages { // one user, whose data grows
		r, err := s.hybridAt(ctx, sql, held, n)
		if err != nil {
			return nil, err
		}
		results, held = append(results, r), n
	}
	return results, nil
}

func hybridMeasure(n int) string {
	return "hybrid search of " + short(n) + " passages, against FTS5 and vector scan in SQL"
}

func (s *suite) hybridAt(ctx context.Context, sql rival, held, n int) (Result, error) {
	s.note(fmt.Sprintf("filling the shared table: %d passages", n))
	if err := sql.add(ctx, theUser, held, n); err != nil {
		return Result{}, err
	}
	e, err := s.engine(ctx, n)
	if err != nil {
		return Result{}, err
	}
	s.note(fmt.Sprintf("measuring hybrid search of %d passages", n))
	took, err := s.race(ctx, s.ask("engram", e), s.askSQL("SQL", sql.hybrid), s.askSQL("tuned SQL", sql.tuned))
	if err != nil {
		return Result{}, err
	}
	return atLeast(hybridBar, ratio(took[1], took[0]), "×", hybridMeasure(n),
		inMillis("engram", took[0]), inMillis("SQL", took[1]), inMillis("SQL that gives each user a range of ids", took[2])), nil
}

// askSQL is a contender that searches in SQL.
func (s *suite) askSQL(name string, search func(context.Context, string, question) ([]string, error)) contender {
	return contender{name, func(ctx context.Context, i int) error {
		_, err := search(ctx, theUser, s.questions[i])
		return err
	}}
}

// words sets BM25 beside that of FTS5 in a file that is the user's own.
func (s *suite) words(ctx context.Context) (_ []Result, err error) {
	n := s.passages[2]
	measure := "BM25 of " + short(n) + " passages, against FTS5 in the user's own file"
	if openRival == nil {
		return []Result{{Measure: measure, Unit: "×", Bar: wordsBar, Missing: noRival}}, nil
	}
	sql, err := openRival(s.path("own.db"), s.corpus)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sql.close()) }()
	s.note("filling the user's own table")
	if err := sql.add(ctx, theUser, 0, n); err != nil {
		return nil, err
	}
	e, err := s.engine(ctx, n)
	if err != nil {
		return nil, err
	}
	s.note("measuring BM25")
	took, err := s.race(ctx,
		contender{"engram", func(ctx context.Context, i int) error { _, err := e.words(ctx, theUser, s.questions[i]); return err }},
		s.askSQL("FTS5", sql.words))
	if err != nil {
		return nil, err
	}
	return []Result{atLeast(wordsBar, ratio(took[1], took[0]), "×", measure, inMillis("engram", took[0]), inMillis("FTS5", took[1]))}, nil
}

// growth says how much longer a search takes in ten times the data.
func (s *suite) growth(ctx context.Context) ([]Result, error) {
	few, many := s.passages[1], s.passages[2]
	one, err := s.engine(ctx, few)
	if err != nil {
		return nil, err
	}
	other, err := s.engine(ctx, many)
	if err != nil {
		return nil, err
	}
	s.note("measuring growth")
	took, err := s.race(ctx, s.ask(short(few), one), s.ask(short(many), other))
	if err != nil {
		return nil, err
	}
	return []Result{atMost(growthBar, ratio(took[1], took[0]), "×", "hybrid search, from "+short(few)+" to "+short(many)+" passages",
		inMillis(short(few), took[0]), inMillis(short(many), took[1]))}, nil
}
