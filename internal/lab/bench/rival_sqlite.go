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

// sqlite is search in SQL with care taken: a table of words without a copy of the texts, English stemmed as in the
// product, bm25() in the order (quicker than the built-in rank), statements prepared once, the whole file mapped, one
// connection. The vectors lie beside, so that their scan reads nothing else, and are compared by a function of sqlite-vec.
type sqlite struct {
	corpus    *corpus
	db        *sql.DB
	joined    *sql.Stmt // the best passages by words of the user that the table of passages names
	ranged    *sql.Stmt // the same, of a range of ids
	byMeaning *sql.Stmt
	of        *sql.Stmt
	users     map[string]int64 // the id before a user's first
}

const sqliteSchema = `
	PRAGMA journal_mode = WAL;
	PRAGMA synchronous = OFF;
	PRAGMA cache_size = -262144;
	PRAGMA mmap_size = 8589934592;
	CREATE TABLE passages (id INTEGER PRIMARY KEY, user_id TEXT NOT NULL, memory_id TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL);
	CREATE TABLE vectors (id INTEGER PRIMARY KEY, vector BLOB NOT NULL);
	CREATE VIRTUAL TABLE words USING fts5(title, body, content = '', tokenize = 'porter unicode61')`

// perUser is the size of a user's range of IDs, as when sharding, or for speed in FTS5.
const perUser = 1 << 32

const inList = 10 // passages of each list

func openSQLite(path string, c *corpus) (rival, error) {
	db, err := sql.Open("sqlite3", "file:"+path)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := &sqlite{corpus: c, db: db, users: map[string]int64{}}
	if _, err := db.Exec(sqliteSchema); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := s.prepare(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

func (s *sqlite) prepare() (err error) {
	// CROSS JOIN keeps the words outside: the other way round, FTS5 is asked for each of the user's rows.
	s.joined, err = s.db.Prepare(`SELECT words.rowid FROM words CROSS JOIN passages ON passages.id = words.rowid
		WHERE words MATCH ? AND passages.user_id = ? ORDER BY bm25(words, 2, 1) LIMIT ?`)
	if err != nil {
		return err
	}
	s.ranged, err = s.db.Prepare(`SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY bm25(words, 2, 1) LIMIT ?`)
	if err != nil {
		return err
	}
	s.byMeaning, err = s.db.Prepare(`SELECT id FROM vectors WHERE id BETWEEN ? AND ? ORDER BY vec_distance_cosine(vector, ?) LIMIT ?`)
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
	first, _ := s.ids(userID)
	id := first + int64(number)
	vector, err := sqlitevec.SerializeFloat32(s.corpus.meaning(userID, number))
	if err != nil {
		return err
	}
	_, errPassage := tx.ExecContext(ctx, `INSERT INTO passages (id, user_id, memory_id, title, body) VALUES (?, ?, ?, ?, ?)`, id, userID, p.MemoryID, p.Title, p.Text)
	_, errWords := tx.ExecContext(ctx, `INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)`, id, p.Title, p.Text)
	_, errVector := tx.ExecContext(ctx, `INSERT INTO vectors (id, vector) VALUES (?, ?)`, id, vector)
	return errors.Join(errPassage, errWords, errVector)
}

// ids returns the range of a user's rows.
func (s *sqlite) ids(userID string) (first, last int64) {
	if _, known := s.users[userID]; !known {
		s.users[userID] = int64(len(s.users)) * perUser
	}
	return s.users[userID] + 1, s.users[userID] + perUser
}

func (s *sqlite) words(ctx context.Context, userID string, q question) ([]string, error) {
	found, err := s.inRange(ctx, userID, q)
	if err != nil {
		return nil, err
	}
	return s.memories(ctx, found)
}

func (s *sqlite) hybrid(ctx context.Context, userID string, q question) ([]string, error) {
	found, err := list(ctx, s.joined, anyOf(q), userID, inList)
	if err != nil {
		return nil, err
	}
	return s.withMeaning(ctx, userID, q, found)
}

func (s *sqlite) tuned(ctx context.Context, userID string, q question) ([]string, error) {
	found, err := s.inRange(ctx, userID, q)
	if err != nil {
		return nil, err
	}
	return s.withMeaning(ctx, userID, q, found)
}

func (s *sqlite) inRange(ctx context.Context, userID string, q question) ([]int64, error) {
	first, last := s.ids(userID)
	return list(ctx, s.ranged, anyOf(q), first, last, inList)
}

// anyOf asks FTS5 for the passages that hold a word of the question.
func anyOf(q question) string { return `"` + strings.Join(strings.Fields(q.text), `" OR "`) + `"` }

// withMeaning merges what the words found with the nearest vectors.
func (s *sqlite) withMeaning(ctx context.Context, userID string, q question, words []int64) ([]string, error) {
	vector, err := sqlitevec.SerializeFloat32(q.meaning)
	if err != nil {
		return nil, err
	}
	first, last := s.ids(userID)
	near, err := list(ctx, s.byMeaning, first, last, vector, inList)
	if err != nil {
		return nil, err
	}
	return s.memories(ctx, merge(words, near))
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
