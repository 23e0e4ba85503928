package apptest_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/app/apptest"
	"engram/internal/config"
	"engram/internal/store/storetest"
)

// crowd are the nodes that serve one database.
type crowd struct {
	name  string
	nodes []*process
	token string
	took  []time.Duration
	used  time.Duration // CPU time of all nodes
	asked time.Duration // and of Postgres
}

// BenchmarkSearchAtNodes searches 1,000 passages by words at three nodes in turn, at one on Postgres, and on SQLite. They take turns, so
// that all have the same load of the machine. "nodes-x" is how many times the searches of one node three serve, by their CPU time.
func BenchmarkSearchAtNodes(b *testing.B) {
	three := nodeSettings(b, 3, storetest.Postgres(b))
	one := nodeSettings(b, 1, storetest.Postgres(b))
	crowds := []*crowd{{name: "three"}, {name: "one"}, {name: "sqlite"}}
	for i, cfgs := range [][]config.Config{three, one, {apptest.Settings(b)}} {
		c := crowds[i]
		for _, cfg := range cfgs {
			node := newProcess(b, nil)
			node.serve(cfg)
			c.nodes = append(c.nodes, node)
		}
		c.fill(b, 200)
	}
	const turn = 50 // searches
	seed := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		for _, c := range crowds {
			c.search(b, seed, turn)
		}
	}
	per := func(d time.Duration, n int) float64 { return float64(d.Microseconds()) / 1000 / float64(n) }
	for _, c := range crowds {
		slices.Sort(c.took)
		b.ReportMetric(per(c.took[len(c.took)/2], 1), c.name+"-p50-ms")
		b.ReportMetric(per(c.used, len(c.took)), c.name+"-cpu-ms")
		b.ReportMetric(per(c.asked, len(c.took)), c.name+"-postgres-cpu-ms")
	}
	b.ReportMetric(3*float64(crowds[1].used)/float64(crowds[0].used), "nodes-x")
	b.ReportMetric(0, "ns/op")
}

// fill saves notes of five passages each.
func (c *crowd) fill(b *testing.B, notes int) {
	b.Helper()
	c.token = signUp(b, c.nodes[0].url, "reader")
	seed := rand.New(rand.NewPCG(3, 4))
	for i := range notes {
		if got := save(c.nodes[i%len(c.nodes)].url, c.token, invented(seed, 600)); got.status != http.StatusOK {
			b.Fatalf("a save: %+v", got)
		}
	}
	for _, node := range c.nodes {
		if got := search(node.url, c.token, invented(seed, 3)); got.status != http.StatusOK {
			b.Fatalf("a search: %+v", got)
		}
	}
}

func (c *crowd) search(b *testing.B, seed *rand.Rand, times int) {
	b.Helper()
	before, asked := c.cpu(b), postgresCPU(b)
	for i := range times {
		began := time.Now()
		got := search(c.nodes[i%len(c.nodes)].url, c.token, invented(seed, 3))
		if c.took = append(c.took, time.Since(began)); got.status != http.StatusOK {
			b.Fatalf("a search: %+v", got)
		}
	}
	c.used += c.cpu(b) - before
	c.asked += postgresCPU(b) - asked
}

func (c *crowd) cpu(b *testing.B) (sum time.Duration) {
	for _, node := range c.nodes {
		sum += cpu(b, node.pid)
	}
	return sum
}

// invented returns words of which few are frequent, as in any language.
func invented(seed *rand.Rand, n int) string {
	of := rand.NewZipf(seed, 1.1, 20, 20_000)
	var text strings.Builder
	for range n {
		fmt.Fprintf(&text, "%s ", word(of.Uint64()))
	}
	return text.String()
}

// word returns the word of a number.
func word(n uint64) string {
	const consonants, vowels = "bdfgklmnprst", "aeiou"
	out := []byte{}
	for n += 61; n > 0; n /= 60 {
		out = append(out, consonants[n%12], vowels[n/12%5])
	}
	return string(out)
}
