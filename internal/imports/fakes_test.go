package imports

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/blob/disk"
	"engram/internal/highlight"
	"engram/internal/importer"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/upload"
)

// oneStore is a Store of one import.
type oneStore struct {
	Store
	mu      sync.Mutex
	one     Import
	batches []Batch
	saved   map[Key]bool // before
	held    Draft        // of a note that is saved, which may grow
	sums    map[string]string
	unknown []upload.Upload
	failed  []int
	dropped bool
}

func (s *oneStore) AddImport(_ context.Context, i Import, _ int) error {
	s.one = i
	return nil
}

func (s *oneStore) DropImport(context.Context, string, string) error {
	s.dropped = true
	return nil
}

func (s *oneStore) FetchAgain(context.Context, string, string) error {
	s.one.Fetching, s.one.Unfetched = s.one.Unfetched, 0
	return nil
}

func (s *oneStore) FailedEntries(context.Context, string, string) ([]int, error) {
	return s.failed, nil
}

func (s *oneStore) Known(_ context.Context, _ string, keys []Key) (map[Key]bool, error) {
	known := map[Key]bool{}
	for _, key := range keys {
		if s.saved[key] {
			known[key] = true
		}
	}
	return known, nil
}

func (s *oneStore) Held(context.Context, string, Key) (memory.Memory, []highlight.Highlight, bool, error) {
	return s.held.Result.Memory, s.held.Highlights, true, nil
}

func (s *oneStore) Unsummed(context.Context, string) ([]upload.Upload, error) { return s.unknown, nil }

func (s *oneStore) SetChecksums(_ context.Context, _ string, sums map[string]string) error {
	s.sums = sums
	return nil
}

func (s *oneStore) Room(context.Context, string, plan.Table) (memories, documents int, err error) {
	return -1, -1, nil
}

// drafts returns what was saved.
func (s *oneStore) drafts() (all []Draft) {
	for _, b := range s.batches {
		all = append(all, b.Drafts...)
	}
	return all
}

func (s *oneStore) UnderWay(context.Context) (all []Import, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.one.Status.UnderWay() {
		all = append(all, s.one)
	}
	return all, nil
}

func (s *oneStore) Expired(context.Context, time.Time) ([]Import, error) { return []Import{s.one}, nil }

func (s *oneStore) Import(context.Context, string, string) (Import, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.one, nil
}

func (s *oneStore) ChangeImport(_ context.Context, _, _ string, change func(Import) (Import, error)) (Import, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	after, err := change(s.one)
	if err == nil {
		s.one = after
	}
	return after, err
}

func (s *oneStore) SaveBatch(_ context.Context, b Batch, _ plan.Table, _ time.Time) (Import, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.batches = append(s.batches, b)
	s.one.Position = b.Next
	return s.one, nil
}

// fakeFiles reads every file as these entries, and then does what after does.
type fakeFiles struct {
	entries []importer.Entry
	after   func() error
	unknown bool
}

func (f fakeFiles) Detect(context.Context, importer.Source) (importer.Format, error) {
	if f.unknown {
		return importer.Format{}, importer.ErrUnknown
	}
	return importer.Format{}, nil
}

func (f fakeFiles) Read(_ context.Context, _ importer.Source, yield func(importer.Entry) error) error {
	for _, e := range f.entries {
		if err := yield(e); err != nil {
			return err
		}
	}
	if f.after == nil {
		return nil
	}
	return f.after()
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// newService returns a Service of one import, whose file is stored.
func newService(t *testing.T, one Import, files Files) (*Service, *oneStore) {
	t.Helper()
	blobs, err := disk.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := blobs.Put(t.Context(), one.BlobKey(), strings.NewReader("file")); err != nil {
		t.Fatal(err)
	}
	store := &oneStore{one: one}
	return New(Parts{Store: store, Blobs: blobs, Files: files, Runner: one.Runner, Log: slog.New(slog.DiscardHandler), Now: time.Now}), store
}
