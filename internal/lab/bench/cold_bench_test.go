package bench

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"engram/internal/recall"
	"engram/internal/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// BenchmarkCold times the first search of a user of whom a node has nothing: every row is read from Postgres and indexed.
func BenchmarkCold(b *testing.B) {
	rows, err := openStored(b.Context(), storetest.PostgresMigrated(b), newCorpus(seed))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = rows.close() })
	for _, n := range []int{10_000, 100_000} {
		user := fmt.Sprint("user", n)
		if err := errors.Join(rows.save(b.Context(), user, n), rows.understand(b.Context())); err != nil {
			b.Fatal(err)
		}
		b.Run(short(n), func(b *testing.B) {
			for b.Loop() {
				e := recall.New(rows.Store, recall.WithDir(b.TempDir()), recall.WithModel(model))
				began := time.Now()
				found, err := e.Search(context.Background(), user, recall.Query{Text: rows.corpus.question(1).text})
				b.ReportMetric(float64(time.Since(began).Milliseconds()), "ms")
				if err := errors.Join(err, e.Close()); err != nil || len(found) == 0 {
					b.Fatal(len(found), err)
				}
			}
		})
	}
}

// understand gives every passage a vector, as large as that of the built-in encoders.
func (s stored) understand(ctx context.Context) error {
	_, err := s.db.Writer().ExecContext(ctx, `UPDATE passages SET model = $1, vector = decode(repeat(md5(user_id || seq), 48), 'hex') WHERE vector IS NULL`, model)
	return err
}
