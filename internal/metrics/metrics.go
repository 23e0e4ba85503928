// Package metrics tells in numbers what Engram does, in the text format that Prometheus reads.
//
// It writes the format itself: the usual client library would make the program 2.4 MB larger, two thirds of that for
// Protobuf, which a scraper can do without.
package metrics

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"engram/internal/answer"
	"engram/internal/backup"
	"engram/internal/embed"
)

// Reading knows how far passages are read.
type Reading interface {
	// OfAll counts every user's passages, which may take a while.
	OfAll(ctx context.Context) (embed.Progress, error)
}

// Model knows what was asked of the model since the start.
type Model interface {
	Stats() embed.Stats
}

// Chat knows how the questions went that a model was to answer.
type Chat interface {
	Stats() answer.Stats
}

// Backups knows what backups were made since the start.
type Backups interface {
	Stats() backup.Stats
}

// Metrics counts events and serves the counts with those of its sources. It is safe for concurrent
// use.
type Metrics struct {
	reading Reading
	model   Model
	chat    Chat // nil: no model answers
	backups Backups
	log     *slog.Logger
	now     func() time.Time
	started time.Time

	requests requests
	searches histogram
	passages census
}

// New returns Metrics of a program that starts now.
func New(reading Reading, model Model, backups Backups, log *slog.Logger, now func() time.Time) *Metrics {
	return &Metrics{reading: reading, model: model, backups: backups, log: log, now: now, started: now()}
}

// Chat has it tell of the model that answers. It is to be called before the first scrape.
func (m *Metrics) Chat(c Chat) { m.chat = c }

// Request implements route.Observer.
func (m *Metrics) Request(method, route string, status int, took time.Duration) {
	m.requests.add(method, route, status, took)
}

// Search implements ask.Observer.
func (m *Metrics) Search(took time.Duration) { m.searches.observe(took) }

// ServeHTTP answers a scrape, whatever the path.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var p page
	m.writePassages(r.Context(), &p)
	m.writeModel(&p)
	m.writeChat(&p)
	m.writeBackups(&p)
	m.requests.write(&p)
	p.family("engram_search_seconds", "histogram", "How long searches took, the question's meaning and its ranking together.")
	m.searches.write(&p, "engram_search_seconds")
	writeRuntime(&p)
	writeProcess(&p, m.started)
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = w.Write(p.Bytes()) // the scraper may have gone
}

func (m *Metrics) writeModel(p *page) {
	s := m.model.Stats()
	p.single("engram_questions_total", "counter", "Questions that a search wanted the meaning of.", float64(s.Questions))
	p.single("engram_questions_cached_total", "counter", "Questions whose meaning was remembered.", float64(s.QuestionsCached))
	p.single("engram_questions_encoded_total", "counter", "Questions that the model read.", float64(s.QuestionsEncoded))
	p.single("engram_passages_encoded_total", "counter", "Passages that the model read.", float64(s.PassagesEncoded))
	p.single("engram_encoding_seconds_total", "counter", "Time in the model, without waiting for searches.", s.Spent.Seconds())
	p.single("engram_readings_total", "counter", "Excerpts of memories that were read together with a question.", float64(s.Readings))
	p.single("engram_reading_seconds_total", "counter", "Time in the model that reads them.", s.SpentReading.Seconds())
}

func (m *Metrics) writeChat(p *page) {
	if m.chat == nil {
		return
	}
	s := m.chat.Stats()
	p.family("engram_model_answers_total", "counter", "Questions that a model was to answer, by how that went.")
	for _, outcome := range slices.Sorted(maps.Keys(s.Outcomes)) {
		p.sample("engram_model_answers_total", float64(s.Outcomes[outcome]), label{"outcome", outcome})
	}
	p.single("engram_model_seconds_total", "counter", "Time with the model that answers.", s.Spent.Seconds())
}

// writeBackups leaves out when the newest was made while there is none.
func (m *Metrics) writeBackups(p *page) {
	s := m.backups.Stats()
	p.family("engram_backups_total", "counter", "Backups that the server was to make, by how that went.")
	p.sample("engram_backups_total", float64(s.Failed), label{"outcome", "failed"})
	p.sample("engram_backups_total", float64(s.Made), label{"outcome", "made"})
	p.single("engram_backup_seconds_total", "counter", "Time spent on backups.", s.Spent.Seconds())
	if s.LastMade.IsZero() {
		return
	}
	p.single("engram_backup_made_seconds", "gauge", "When the newest backup was made, in seconds since 1970.", float64(s.LastMade.Unix()))
	p.single("engram_backup_bytes", "gauge", "Size of the newest backup.", float64(s.LastSize))
}

// Counting all users' passages scans an index, so the result is cached for a while, and the count
// has a timeout.
const (
	censusEvery    = 15 * time.Second
	censusPatience = 5 * time.Second
)

// census is the last count of passages.
type census struct {
	mu    sync.Mutex
	taken time.Time
	known bool // it did not fail
	found embed.Progress
}

// writePassages leaves the passages out while they can't be counted: an old number would pass for a new one.
func (m *Metrics) writePassages(ctx context.Context, p *page) {
	c := &m.passages
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.taken.IsZero() || m.now().Sub(c.taken) >= censusEvery {
		m.takeCensus(ctx)
	}
	if !c.known {
		return
	}
	p.single("engram_passages", "gauge", "Passages that are kept.", float64(c.found.Passages))
	p.single("engram_passages_read", "gauge", "Passages that the model has read closely.", float64(c.found.Read))
}

func (m *Metrics) takeCensus(ctx context.Context) {
	// A scraper that goes away must not fail the count for those that come after it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), censusPatience)
	defer cancel()
	found, err := m.reading.OfAll(ctx)
	if err != nil {
		m.log.Warn("the passages can't be counted for the metrics", "error", err)
	}
	m.passages.taken, m.passages.known, m.passages.found = m.now(), err == nil, found
}
