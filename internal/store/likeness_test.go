package store_test

import (
	"fmt"
	"strings"
	"testing"

	"engram/internal/capture"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/recall/minhash"
)

// wordy returns the signature of a text of hundred words.
func wordy(subject string) minhash.Signature {
	var words []string
	for i := range 100 {
		words = append(words, fmt.Sprintf("%s%d", subject, i*i%97))
	}
	return minhash.Of(strings.Join(words, " "))
}

func testLikenesses(t *testing.T, f *fixture) {
	ctx := t.Context()
	captured := func(t *testing.T, userID, subject string) memory.Memory {
		t.Helper()
		m := f.add(t, userID, memory.Link, 1)
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(2), Signature: wordy(subject)}))
		return m
	}
	similar := func(t *testing.T, m memory.Memory) string {
		t.Helper()
		found, err := f.Similar(ctx, m.UserID, m.ID)
		noError(t, err)
		return found.ID
	}

	t.Run("a later memory with nearly the same text is similar to the earliest", func(t *testing.T) {
		u := f.newUser(t)
		first, other, second, third := captured(t, u.ID, "sea"), captured(t, u.ID, "hill"), captured(t, u.ID, "sea"), captured(t, u.ID, "sea")
		equal(t, []string{similar(t, first), similar(t, other), similar(t, second), similar(t, third)}, []string{"", "", first.ID, first.ID})
		found, err := f.Similar(ctx, u.ID, second.ID)
		noError(t, err)
		equal(t, found.Title, first.Title)
	})
	t.Run("another user's memory is not compared", func(t *testing.T) {
		captured(t, f.newUser(t).ID, "sea")
		m := captured(t, f.newUser(t).ID, "sea")
		equal(t, similar(t, m), "")
		stranger := memory.Memory{UserID: f.newUser(t).ID, ID: m.ID}
		equal(t, similar(t, stranger), "")
	})
	t.Run("a capture of another text ends it, a failed one and a continuation keep it", func(t *testing.T) {
		u := f.newUser(t)
		first, m := captured(t, u.ID, "sea"), captured(t, u.ID, "sea")
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, KeepPassages: true}))
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(1), Append: true}))
		equal(t, similar(t, m), first.ID)
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(1), Signature: wordy("hill")}))
		equal(t, similar(t, m), "")
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(1)}))
		equal(t, len(f.rowsIn(t, "signature_buckets", "memory_id", u.ID, m.ID)), 0)
	})
	t.Run("one in the trash is no longer told, nor compared, until it is restored", func(t *testing.T) {
		u := f.newUser(t)
		first, second := captured(t, u.ID, "sea"), captured(t, u.ID, "sea")
		noError(t, f.Discard(ctx, u.ID, first.ID, start))
		equal(t, similar(t, second), "")
		third := captured(t, u.ID, "sea")
		equal(t, similar(t, third), second.ID)
		noError(t, f.Restore(ctx, u.ID, first.ID, plan.Table{}))
		equal(t, similar(t, second), first.ID)
		equal(t, similar(t, captured(t, u.ID, "sea")), first.ID)
		noError(t, f.Delete(ctx, u.ID, first.ID))
		for _, table := range []string{"signatures", "signature_buckets"} {
			equal(t, len(f.rowsIn(t, table, "memory_id", u.ID, first.ID)), 0)
		}
	})
	t.Run("what is not there has none", func(t *testing.T) {
		found, err := f.Similar(ctx, f.newUser(t).ID, "none")
		noError(t, err)
		equal(t, found.ID, "")
	})
}
