package store_test

import (
	"testing"

	"engram/internal/capture"

	"engram/internal/embed"
	"engram/internal/fault"
	"engram/internal/memory"
)

func testProgress(t *testing.T, f *fixture) {
	ctx := t.Context()
	const model = "model-m"
	ann, bob := f.newUser(t), f.newUser(t)
	want := func(t *testing.T, model string, ofAnn, ofBob, ofAll embed.Progress) {
		t.Helper()
		for userID, want := range map[string]embed.Progress{ann.ID: ofAnn, bob.ID: ofBob, newID(): {}} {
			got, err := f.Progress(ctx, userID, model)
			noError(t, err)
			equal(t, got, want)
		}
		got, err := f.TotalProgress(ctx, model)
		noError(t, err)
		equal(t, got, ofAll)
	}

	t.Run("an empty Engram has nothing to read", func(t *testing.T) {
		want(t, model, embed.Progress{}, embed.Progress{}, embed.Progress{})
	})
	t.Run("a passage that no model has encoded is unread", func(t *testing.T) {
		f.add(t, ann.ID, memory.Note, 3)
		f.add(t, bob.ID, memory.Link, 2)
		want(t, model, embed.Progress{Passages: 3}, embed.Progress{Passages: 2}, embed.Progress{Passages: 5})
		want(t, "", embed.Progress{Passages: 3}, embed.Progress{Passages: 2}, embed.Progress{Passages: 5})
	})
	t.Run("a passage is read with its vector, also if the model has none for it", func(t *testing.T) {
		noError(t, f.SaveVectors(ctx, model, []embed.Vector{{UserID: ann.ID, Seq: 1, Numbers: []int8{1}}, {UserID: ann.ID, Seq: 2}}))
		want(t, model, embed.Progress{Read: 2, Passages: 3}, embed.Progress{Passages: 2}, embed.Progress{Read: 2, Passages: 5})
	})
	t.Run("a passage encoded by other models is unread", func(t *testing.T) {
		noError(t, f.SaveVectors(ctx, "model-a", []embed.Vector{{UserID: bob.ID, Seq: 1, Numbers: []int8{1}}}))
		noError(t, f.SaveVectors(ctx, "model-z", []embed.Vector{{UserID: bob.ID, Seq: 2, Numbers: []int8{1}}}))
		want(t, model, embed.Progress{Read: 2, Passages: 3}, embed.Progress{Passages: 2}, embed.Progress{Read: 2, Passages: 5})
		want(t, "model-z", embed.Progress{Passages: 3}, embed.Progress{Read: 1, Passages: 2}, embed.Progress{Read: 1, Passages: 5})
	})
	t.Run("deleted and replaced passages don't count", func(t *testing.T) {
		f.embedAll(t, model)
		want(t, model, embed.Progress{Read: 3, Passages: 3}, embed.Progress{Read: 2, Passages: 2}, embed.Progress{Read: 5, Passages: 5})
		extra := f.add(t, ann.ID, memory.Link, 4)
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: extra, Passages: newPassages(1)}))
		want(t, model, embed.Progress{Read: 3, Passages: 4}, embed.Progress{Read: 2, Passages: 2}, embed.Progress{Read: 5, Passages: 6})
		noError(t, f.Delete(ctx, ann.ID, extra.ID))
		want(t, model, embed.Progress{Read: 3, Passages: 3}, embed.Progress{Read: 2, Passages: 2}, embed.Progress{Read: 5, Passages: 5})
	})
	t.Run("progress is never beyond the total, whatever is saved, read and deleted meanwhile", func(t *testing.T) {
		race(t, racers, fault.NotFound, func(i int) error {
			m := newMemory(ann.ID, memory.Note)
			if err := f.either(i).Add(ctx, m, newPassages(2), unlimited); err != nil {
				return err
			}
			if texts := f.unembedded(t, model, "", 2); len(texts) > 0 {
				if err := f.SaveVectors(ctx, model, vectorsOf(texts)); err != nil {
					return err
				}
			}
			if p, err := f.either(i).Progress(ctx, ann.ID, model); err != nil || p.Read < 0 || p.Read > p.Passages {
				t.Errorf("read %d of %d, %v", p.Read, p.Passages, err)
			}
			return f.either(i+1).Delete(ctx, ann.ID, m.ID)
		})
		f.embedAll(t, model)
		want(t, model, embed.Progress{Read: 3, Passages: 3}, embed.Progress{Read: 2, Passages: 2}, embed.Progress{Read: 5, Passages: 5})
	})
}
