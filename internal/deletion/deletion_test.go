package deletion

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/blob"
)

// house stands behind a Service, for an account without rows.
type house struct {
	Store
	pages []string // keys that pages were forgotten of
}

func (h *house) EndAll(context.Context, string) error                     { return nil }
func (h *house) Delete(context.Context, string, string) error             { return nil }
func (h *house) EmptyTrash(context.Context, string, time.Time) error      { return nil }
func (h *house) MemoryIDs(context.Context, string, int) ([]string, error) { return nil, nil }
func (h *house) DeleteUser(context.Context, string) error                 { return nil }

type index struct{}

func (index) Forget(string) {}

// queue has jobs that run.
type queue struct{ running bool }

func (q queue) Forget(context.Context, string) (bool, error) { return q.running, nil }

// cupboard keeps files, and counts those that it lists.
type cupboard struct {
	keys   []string
	listed int
}

func (c *cupboard) ListIn(_ context.Context, folder string, yield func(blob.Info) error) error {
	for _, key := range slices.Clone(c.keys) {
		if !strings.HasPrefix(key, folder+"/") {
			continue
		}
		c.listed++
		if err := yield(blob.Info{Key: key}); err != nil {
			return err
		}
	}
	return nil
}

func (c *cupboard) Delete(_ context.Context, key string) error {
	c.keys = slices.DeleteFunc(c.keys, func(k string) bool { return k == key })
	return nil
}

func TestOnlyTheFilesOfAnAccountAreListedAndGo(t *testing.T) {
	own := []string{blob.DocumentKey("ann", "a"), blob.PictureKey("ann", "b"), blob.ImportKey("ann", "c")}
	others := []string{blob.DocumentKey("anna", "a"), blob.PictureKey("bob", "b")}
	h, files := &house{}, &cupboard{keys: slices.Concat(own, others)}
	service := New(Parts{
		Store: h, Memories: h, Payments: h, Files: files, Index: index{}, Queue: queue{},
		Pages: func(key string) { h.pages = append(h.pages, key) }, Scrub: func(context.Context) error { return nil }, Now: time.Now,
	})
	if err := service.Run(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(files.keys, others) || files.listed != len(own) || !slices.Equal(h.pages, own) {
		t.Errorf("kept %v, listed %d, pages forgotten of %v", files.keys, files.listed, h.pages)
	}
}

// A job that runs names the account until it ends, so that the removal looks again.
func TestTheRemovalWaitsForJobsThatRun(t *testing.T) {
	h := &house{}
	p := Parts{
		Store: h, Memories: h, Payments: h, Files: &cupboard{}, Index: index{}, Queue: queue{running: true},
		Pages: func(string) {}, Scrub: func(context.Context) error { return nil }, Now: time.Now,
	}
	if err := New(p).Run(t.Context(), "ann"); !errors.Is(err, ErrMore) {
		t.Errorf("with a job that runs: %v", err)
	}
	p.Queue = queue{}
	if err := New(p).Run(t.Context(), "ann"); err != nil {
		t.Error(err)
	}
}
