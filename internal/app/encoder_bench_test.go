package app

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/embed/embedtest"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/recall/vector"
	"engram/internal/store"
	"engram/internal/store/memories"
)

// BenchmarkSearchBesideReading measures searches over HTTP among 10,000 passages while nothing else is done, and while
// another user's passages and the same user's are read, each passage about 10 ms of work.
func BenchmarkSearchBesideReading(b *testing.B) {
	for _, beside := range []string{"nothing", "another's passages", "one's own passages"} {
		b.Run(beside, func(b *testing.B) {
			model := &embedtest.Local{Name: "fake", Dims: 384, Steps: 33}
			cfg := settings(b)
			cfg.Encoder, cfg.FreeSearchesPerDay = config.EncoderOn, 0
			e := startWith(b, cfg, func(config.Config) (embed.Embedder, error) { return model, nil })
			db, err := store.Open(b.Context(), store.Config{URL: cfg.Database()})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { db.Close() })
			token, other := e.user(), e.user()
			switch beside {
			case "nothing":
				fill(b, db, userOf(token), model)
			case "another's passages":
				fill(b, db, userOf(token), model)
				fill(b, db, userOf(other), nil)
			case "one's own passages":
				fill(b, db, userOf(token), nil)
			}
			time.Sleep(6 * time.Second) // the worker has looked by then
			ask := func(i int) { e.want(200, e.search(token, fmt.Sprint("what about ", prose(6), i), "all-memories")) }
			ask(-1)
			took, read := make([]time.Duration, b.N), model.Read()
			b.ResetTimer()
			for i := range b.N {
				time.Sleep(rand.N(10 * time.Millisecond))
				began := time.Now()
				ask(i)
				took[i] = time.Since(began)
			}
			b.StopTimer()
			slices.Sort(took)
			for _, p := range []int{50, 95, 99} {
				b.ReportMetric(float64(took[p*(b.N-1)/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
			}
			b.ReportMetric(float64(model.Read()-read)/b.Elapsed().Seconds(), "passages/s")
		})
	}
}

// userOf tells whose token it is.
func userOf(token string) string {
	raw, _ := base64.RawURLEncoding.DecodeString(token)
	return uuid.Must(uuid.FromBytes(raw[:16])).String()
}

// fill saves 10,000 passages of a user, ten in a memory; with a model, each with its vector.
func fill(b *testing.B, db *store.DB, userID string, model *embedtest.Local) {
	b.Helper()
	rows := memories.New(db, nil, memories.Hooks{})
	for range 1000 {
		m := memory.Memory{ID: uuid.Must(uuid.NewV7()).String(), UserID: userID, Kind: memory.Note, Title: prose(5), Status: memory.Ready, CreatedAt: time.Now()}
		passages := make([]memory.Passage, 10)
		for i := range passages {
			passages[i] = memory.Passage{Ord: i, Text: prose(120)}
			if model != nil {
				passages[i].Model = model.Name
				passages[i].Vector = vector.Quantise(embedtest.Meaning(model.Name, passages[i].Text, model.Dims))
			}
		}
		if err := rows.Add(b.Context(), m, passages, plan.Table{}); err != nil {
			b.Fatal(err)
		}
	}
}

// prose returns n words.
func prose(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("w%d", int(rand.ExpFloat64()*200))
	}
	return strings.Join(words, " ")
}
