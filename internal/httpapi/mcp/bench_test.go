package mcp_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/app/apptest"
	"engram/internal/config"
	"engram/internal/cputime"
	"engram/internal/embed"
	"engram/internal/embed/encoder/builtin"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/memories"
)

// BenchmarkSearch measures a search by an assistant over HTTP among 10,000 passages, by words and by meaning: until the answer
// is there, and until the SDK's client has read it. No question is asked twice, so that the encoder reads each.
func BenchmarkSearch(b *testing.B) {
	if !builtin.Encodes() {
		b.Skip("built without the encoder")
	}
	const passages = 10_000
	cfg := apptest.Settings(b)
	cfg.Encoder = config.EncoderOn
	e := start(b, cfg)
	ada := e.user("ada")
	token := e.token(ada, "read")
	fill(b, cfg, "ada", passages)
	client, err := e.connect(token, "")
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
	read := func() string { return tool(b, client, "search", map[string]any{"query": question()}) }
	for range 5 { // the index is built, and the encoder loaded
		read()
	}
	b.Run("answered", func(b *testing.B) {
		each(b, func() string {
			call := fmt.Sprintf(`{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search", "arguments": {"query": %q}}}`, question())
			_, _, answer := e.post(token, call, nil)
			return answer
		})
	})
	b.Run("read", func(b *testing.B) { each(b, read) })
}

// each measures how long a search takes, which returns what was found.
func each(b *testing.B, search func() string) {
	var took []time.Duration
	before := cputime.Used()
	b.ResetTimer()
	for range b.N {
		began := time.Now()
		if text := search(); !strings.Contains(text, "Note ") {
			b.Fatal(text)
		}
		took = append(took, time.Since(began))
	}
	b.ReportMetric(float64((cputime.Used()-before).Microseconds())/1000/float64(b.N), "cpu-ms") // which depends less on other load
	slices.SortFunc(took, cmp.Compare[time.Duration])
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

// fill saves notes of one passage each, with vectors that mean nothing.
func fill(b *testing.B, cfg config.Config, username string, n int) {
	b.Helper()
	model, err := builtin.Multilingual()
	if err != nil {
		b.Fatal(err)
	}
	one, err := model.Embed(b.Context(), []string{"a text"}, embed.Passage)
	if err != nil {
		b.Fatal(err)
	}
	db, err := store.Open(b.Context(), store.Config{URL: filepath.Join(cfg.DataDir, "engram.db")})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Writer().Exec("PRAGMA synchronous = OFF"); err != nil {
		b.Fatal(err)
	}
	user, _, err := accounts.New(db).Credentials(b.Context(), username)
	if err != nil {
		b.Fatal(err)
	}
	rows := memories.New(db, nil, memories.Hooks{})
	for i := range n {
		m := memory.Memory{
			ID: uuid.Must(uuid.NewV7()).String(), UserID: user.ID, Kind: memory.Note, Status: memory.Ready,
			Title: fmt.Sprint("Note ", i), Description: prose(140), CreatedAt: time.Now(),
		}
		p := memory.Passage{Text: m.Description, Model: model.Model(), Vector: make([]int8, len(one[0]))}
		for j := range p.Vector {
			p.Vector[j] = int8(rand.IntN(255) - 127)
		}
		if err := rows.Add(b.Context(), m, []memory.Passage{p}, plan.Table{}); err != nil {
			b.Fatal(err)
		}
	}
}

// vocabulary are words of which texts are made, some rare.
var vocabulary = strings.Fields("rope harbour lantern granite orchard violin ledger compass thistle anchor saddle ember canvas meadow furnace pebble " +
	"willow copper glacier almanac barley cellar dune estuary falcon garden hammock island juniper kettle lighthouse marble nutmeg oyster parchment quarry raven " +
	"sextant turbine umbrella valley walnut yarn zephyr basil candle drawbridge engine ferry gutter hinge ivory jigsaw kiln ladder mortar needle oven pulley")

func word() string {
	n := int(rand.ExpFloat64() * 150)
	return vocabulary[n%len(vocabulary)] + strings.Repeat("s", min(1, n/len(vocabulary)%2)) + fmt.Sprint(n/len(vocabulary))
}

func prose(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = word()
	}
	return strings.Join(words, " ")
}

// question has seven words, as the median of those in eval/everyday, one of them often unknown to the encoders.
func question() string {
	return fmt.Sprintf("where is the %s near the %s?", vocabulary[rand.IntN(len(vocabulary))], word())
}
