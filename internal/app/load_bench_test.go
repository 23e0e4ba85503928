package app

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/config"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/store"
	"engram/internal/store/memories"
)

// BenchmarkFirstPage measures what the first page of a list costs of the CPU over HTTP, beside how many memories there are.
func BenchmarkFirstPage(b *testing.B) {
	for _, memories := range []int{1_000, 50_000} {
		b.Run(fmt.Sprint(memories), func(b *testing.B) {
			cfg := settings(b)
			e := start(b, cfg)
			token := e.user()
			saveNotes(b, cfg, userOf(token), memories, func(int) string { return "A note about " + prose(8) })
			e.want(200, e.call("GET", "/api/v1/content?limit=50", token, nil))
			began := cpuSpent()
			b.ResetTimer()
			for range b.N {
				e.want(200, e.call("GET", "/api/v1/content?limit=50", token, nil))
			}
			b.ReportMetric(float64((cpuSpent()-began).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

// BenchmarkWholeList measures what a list of 5,000 notes with markup costs of the CPU.
func BenchmarkWholeList(b *testing.B) {
	cfg := settings(b)
	e := start(b, cfg)
	token := e.user()
	saveNotes(b, cfg, userOf(token), 5_000, func(i int) string {
		return fmt.Sprintf("# Week %d\n\nBuy **bread** and [a book](https://books.example/%d).\n\n- [ ] flour, 50 g\n- [x] water\n\n> %s.", i, i, prose(30))
	})
	e.want(200, e.call("GET", "/api/v1/content", token, nil))
	began := cpuSpent()
	b.ResetTimer()
	for range b.N {
		e.want(200, e.call("GET", "/api/v1/content", token, nil))
	}
	b.ReportMetric(float64((cpuSpent()-began).Milliseconds())/float64(b.N), "cpu-ms/op")
}

// saveNotes saves n ready notes of a user, without waiting for the disk.
func saveNotes(t testing.TB, cfg config.Config, userID string, n int, text func(int) string) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: cfg.Database()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if cfg.DatabaseURL == "" {
		if _, err := db.Writer().Exec("PRAGMA synchronous = OFF"); err != nil {
			t.Fatal(err)
		}
	}
	rows := memories.New(db, nil, memories.Hooks{})
	for i := range n {
		m := memory.Memory{
			ID: uuid.Must(uuid.NewV7()).String(), UserID: userID, Kind: memory.Note, Status: memory.Ready,
			Title: fmt.Sprint("Note ", i), Description: text(i), CreatedAt: time.Now(),
		}
		if err := rows.Add(t.Context(), m, nil, plan.Table{}); err != nil {
			t.Fatal(err)
		}
	}
}

func cpuSpent() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
