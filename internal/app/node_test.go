package app

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"engram/internal/config"
	"engram/internal/store/storetest"
)

func TestNodesThatMayNotJoin(t *testing.T) {
	cfgs := nodes(t, 2)
	first := start(t, cfgs[0])
	first.user()
	for _, test := range []struct {
		title  string
		change func(*config.Config)
		want   string
	}{
		{"with files of its own", func(c *config.Config) { c.BlobURL = "" }, "another Engram is running on this database"},
		{"without a secret", func(c *config.Config) { c.Secret = "" }, "set ENGRAM_SECRET, the same for every Engram"},
		{"with another secret", func(c *config.Config) { c.Secret = "a different one, and long enough too" }, "have another secret: set ENGRAM_SECRET"},
	} {
		t.Run(test.title, func(t *testing.T) {
			cfg := beside(t, cfgs[1])
			test.change(&cfg)
			impatient := newApp(slog.New(slog.DiscardHandler))
			impatient.turnWait = 0
			if err := impatient.start(t.Context(), cfg, nil); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v", err)
			}
		})
	}
	t.Run("a node with a bucket beside one with a folder", func(t *testing.T) {
		cfgs := nodes(t, 2)
		cfgs[0].BlobURL = ""
		start(t, cfgs[0])
		impatient := newApp(slog.New(slog.DiscardHandler))
		impatient.turnWait = 0
		if err := impatient.start(t.Context(), cfgs[1], nil); err == nil || !strings.Contains(err.Error(), "with its files in a data directory") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("with the same secret", func(t *testing.T) { start(t, cfgs[1]).user() })
}

func TestNodesStartAtOnce(t *testing.T) {
	cfgs := nodes(t, 3)
	empty := storetest.Postgres(t)
	for i := range cfgs {
		cfgs[i].DatabaseURL = empty
	}
	all := make([]*engram, len(cfgs))
	atOnce(len(cfgs), func(i int) { all[i] = start(t, cfgs[i]) })
	token := all[0].user()
	for _, e := range all {
		e.note(token, "Saved at a node")
	}
	if got := len(all[2].want(200, all[2].call("GET", "/api/v1/content", token, nil)).memories("content")); got != len(all) {
		t.Errorf("%d memories", got)
	}
}

// A node that was asleep wakes up when its job has gone to another: what it read must not be saved over what that one reads, nor
// its outcome be taken for that one's.
func TestALateNodeWritesNothing(t *testing.T) {
	cfgs := nodes(t, 1)
	arrived, answer := make(chan int, 9), []chan struct{}{make(chan struct{}), make(chan struct{})}
	var fetches atomic.Int32
	pages := site(t, map[string]http.HandlerFunc{"/page": func(w http.ResponseWriter, _ *http.Request) {
		n := int(fetches.Add(1))
		arrived <- n
		if n <= len(answer) {
			<-answer[n-1]
		}
		_, _ = fmt.Fprintf(w, "<title>Fetch %d</title><p>%s", n, strings.Repeat("Broad beans like the cold and the wet. ", 20))
	}})
	e := start(t, cfgs[0])
	token := e.user()
	id := e.add(token, map[string]string{"type": "link", "link": pages + "/page"})["_id"].(string)
	<-arrived
	db := storetest.Open(t, cfgs[0].DatabaseURL)
	// As the rescuer leaves it; another run takes it. The attempt is the same again, as after a snooze.
	if _, err := db.Writer().Exec(`UPDATE river_job SET state = 'available', attempt = attempt - 1 WHERE kind = 'capture'`); err != nil {
		t.Fatal(err)
	}
	<-arrived
	close(answer[0])
	waitFor(t, "the late run ends", func() bool { return strings.Contains(e.log.String(), "its outcome is dropped") })
	close(answer[1])
	state := func() (state string) {
		if err := db.Writer().QueryRow(`SELECT state FROM river_job WHERE kind = 'capture'`).Scan(&state); err != nil {
			t.Fatal(err)
		}
		return state
	}
	if m := e.settled(token, id); m["title"] != "Fetch 2" {
		t.Errorf("what is saved last is %v", m["title"])
	}
	waitFor(t, "the job is done", func() bool { return state() != "running" })
	if is := state(); is != "completed" || fetches.Load() != 2 {
		t.Errorf("%d fetches, and the job is %s", fetches.Load(), is)
	}
}

func TestNodesShareLimits(t *testing.T) {
	cfgs := nodes(t, 2)
	for i := range cfgs {
		cfgs[i].AuthRate = 6
	}
	both := []*engram{start(t, cfgs[0]), start(t, cfgs[1])}
	token := both[0].signUp("ada")
	t.Run("LIMIT-08 sign-ins at all nodes count together", func(t *testing.T) {
		statuses, began := map[int]int{}, time.Now()
		for i := range 2 * cfgs[0].AuthRate {
			statuses[both[i%2].call("POST", "/api/v1/signin", "", map[string]string{"username": "ada", "password": "Wrong1!horse"}).status]++
		}
		// The sign-up was the first attempt; some come back while this runs.
		back := 1 + int(time.Since(began)*time.Duration(cfgs[0].AuthRate)/time.Minute)
		if n := statuses[401]; n < cfgs[0].AuthRate-1 || n > cfgs[0].AuthRate-1+back || n+statuses[429] != 2*cfgs[0].AuthRate {
			t.Errorf("got %v", statuses)
		}
	})
	t.Run("of the same request sent to both at once one is answered, and the other has its answer", func(t *testing.T) {
		answers := make([]answer, 8)
		atOnce(len(answers), func(i int) {
			answers[i] = both[i%2].keyed("/api/v1/content", token, "the same", "application/json", `{"type":"note","description":"A heron."}`)
		})
		for _, got := range answers {
			if both[0].want(200, got).raw != answers[0].raw {
				t.Errorf("got %v and %v", answers[0], got)
			}
		}
		if n := len(both[1].want(200, both[1].call("GET", "/api/v1/content", token, nil)).memories("content")); n != 1 {
			t.Errorf("%d memories", n)
		}
	})
}
