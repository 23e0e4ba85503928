//go:build baselines && sqlite_fts5 && cgo

package bench

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	sqlitevec "github.com/asg017/sqlite-vec-go-bindings/cgo"
	_ "github.com/mattn/go-sqlite3" // the driver
)

func init() {
	sqlitevec.Auto()
	openRival = openSQLite
}

// sqlite is search in SQL with care taken: a table of words without a copy of the texts, the same stemming of English, the
// user as a term that FTS5 intersects by (the quickest of the ways tried: a column that is not indexed, and a join, read a
// row for every match), rank by the built-in order, statements prepared once, the whole file mapped, one
// connection. The vectors lie beside, so that their scan reads nothing else, and are compared by sqlite-vec's function.
type sqlite struct {
	corpus                 *corpus
	shared                 bool
	db                     *sql.DB
	byWords, byMeaning, of *sql.Stmt
}

const sqliteSchema = `
	PRAGMA journal_mode = WAL;
	PRAGMA synchronous = OFF;
	PRAGMA cache_size = -262144;
	PRAGMA mmap_size = 8589934592;
	CREATE TABLE passages (id INTEGER PRIMARY KEY, user_id TEXT NOT NULL, memory_id TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL);
	CREATE TABLE vectors (id INTEGER PRIMARY KEY, user_id TEXT NOT NULL, vector BLOB NOT NULL);
	CREATE INDEX vectors_by_user ON vectors (user_id);
	CREATE VIRTUAL TABLE words USING fts5(user_id, title, body, content = '', tokenize = 'porter unicode61');
	INSERT INTO words (words, rank) VALUES ('rank', 'bm25(0, 2, 1)')`

const inList = 10 // passages of each list

func openSQLite(path string, c *corpus, shared bool) (rival, error) {
	db, err := sql.Open("sqlite3", "file:"+path)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := &sqlite{corpus: c, shared: shared, db: db}
	if _, err := db.Exec(sqliteSchema); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := s.prepare(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

func (s *sqlite) prepare() (err error) {
	s.byWords, err = s.db.Prepare(`SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?`)
	if err != nil {
		return err
	}
	s.byMeaning, err = s.db.Prepare(`SELECT id FROM vectors WHERE user_id = ? ORDER BY vec_distance_cosine(vector, ?) LIMIT ?`)
	if err != nil {
		return err
	}
	s.of, err = s.db.Prepare(`SELECT memory_id, title, body FROM passages WHERE id = ?`)
	return err
}

// add leaves the index of words in one piece, which is when it is quickest.
func (s *sqlite) add(ctx context.Context, userID string, from, to int) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for i := from; i < to; i++ {
		if err := s.insert(ctx, tx, userID, i); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `INSERT INTO words (words) VALUES ('optimize'); ANALYZE`)
	return err
}

func (s *sqlite) insert(ctx context.Context, tx *sql.Tx, userID string, number int) error {
	p := s.corpus.passage(userID, number)
	r, err := tx.ExecContext(ctx, `INSERT INTO passages (user_id, memory_id, title, body) VALUES (?, ?, ?, ?)`, userID, p.MemoryID, p.Title, p.Text)
	if err != nil {
		return err
	}
	id, err := r.LastInsertId()
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO words (rowid, user_id, title, body) VALUES (?, ?, ?, ?)`, id, userID, p.Title, p.Text)
	if err != nil || !s.shared {
		return err
	}
	vector, err := sqlitevec.SerializeFloat32(s.corpus.meaning(userID, number))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO vectors (id, user_id, vector) VALUES (?, ?, ?)`, id, userID, vector)
	return err
}

func (s *sqlite) words(ctx context.Context, userID string, q question) ([]string, error) {
	found, err := s.matches(ctx, userID, q)
	if err != nil {
		return nil, err
	}
	return s.memories(ctx, found)
}

func (s *sqlite) hybrid(ctx context.Context, userID string, q question) ([]string, error) {
	words, err := s.matches(ctx, userID, q)
	if err != nil {
		return nil, err
	}
	vector, err := sqlitevec.SerializeFloat32(q.meaning)
	if err != nil {
		return nil, err
	}
	near, err := list(ctx, s.byMeaning, userID, vector, inList)
	if err != nil {
		return nil, err
	}
	return s.memories(ctx, merge(words, near))
}

// matches returns the best passages by BM25 that hold a word of the question.
func (s *sqlite) matches(ctx context.Context, userID string, q question) ([]int64, error) {
	any := `"` + strings.Join(strings.Fields(q.text), `" OR "`) + `"`
	if s.shared {
		any = `{user_id} : "` + userID + `" AND {title body} : (` + any + `)`
	} else {
		any = `{title body} : (` + any + `)`
	}
	return list(ctx, s.byWords, any, inList)
}

// list returns the first column of all rows.
func list(ctx context.Context, statement *sql.Stmt, args ...any) ([]int64, error) {
	rows, err := statement.QueryContext(ctx, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		all = append(all, id)
	}
	return all, rows.Err()
}

// merge ranks by the sum of 1 / (60 + rank) over both lists, and keeps as many as one list has.
func merge(lists ...[]int64) []int64 {
	const damping = 60
	scores := make(map[int64]float64)
	var all []int64
	for _, l := range lists {
		for rank, id := range l {
			if scores[id] == 0 {
				all = append(all, id)
			}
			scores[id] += 1 / float64(damping+rank+1)
		}
	}
	slices.SortStableFunc(all, func(a, b int64) int { return cmp.Compare(scores[b], scores[a]) })
	return all[:min(len(all), inList)]
}

// memories reads the passages, as a search must to show them, and returns the ids of their memories, each once.
func (s *sqlite) memories(ctx context.Context, passages []int64) ([]string, error) {
	var ids []string
	for _, id := range passages {
		var memory, title, body string
		if err := s.of.QueryRowContext(ctx, id).Scan(&memory, &title, &body); err != nil {
			return nil, err
		}
		if !slices.Contains(ids, memory) {
			ids = append(ids, memory)
		}
	}
	if len(ids) == 0 {
		return nil, errNothing
	}
	return ids, nil
}

func (s *sqlite) close() error { return s.db.Close() }
