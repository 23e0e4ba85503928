package store_test

import (
	"testing"

	"engram/internal/capture"
	"engram/internal/document"
	"engram/internal/facsimile"
	"engram/internal/fault"
	"engram/internal/memory"
)

func paragraphs(texts ...string) (doc document.Document) {
	for i, text := range texts {
		b := document.Say(text)
		b.From = &document.Place{Passage: i, Offset: 2}
		doc = append(doc, b)
	}
	return doc
}

func testDocuments(t *testing.T, f *fixture) {
	ctx := t.Context()
	read := func(t *testing.T, m memory.Memory, part int) document.Document {
		t.Helper()
		doc, err := f.Document(ctx, m.UserID, m.ID, part)
		noError(t, err)
		return doc
	}
	t.Run("a document is kept as it was captured, part by part", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Document, 1)
		first, next := paragraphs("one\x00", "two"), paragraphs("three")
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(2), Document: first}))
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Run: 1, Passages: newPassages(1), Document: next, Append: true}))
		equal(t, read(t, m, 0), paragraphs("one\x00", "two"))
		want := paragraphs("three")
		want[0].From.Passage = 2
		equal(t, read(t, m, 1), want)
		equal(t, read(t, m, 2), document.Document(nil))

		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Run: 2, Passages: newPassages(1), Document: paragraphs("new")}))
		equal(t, read(t, m, 0), paragraphs("new"))
		equal(t, read(t, m, 1), document.Document(nil))
	})
	t.Run("ROLE-06 a document is nobody else's, and gone with its memory", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 1)
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(1), Document: paragraphs("one")}))
		other, err := f.Document(ctx, stranger.ID, m.ID, 0)
		noError(t, err)
		equal(t, other, document.Document(nil))
		noError(t, f.Delete(ctx, u.ID, m.ID))
		equal(t, f.rows(t, u.ID, "documents"), 0)
	})
	t.Run("ROLE-06 recognised words are kept by page, nobody else's, and gone with their memory", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		m := f.add(t, u.ID, memory.Document, 1)
		ferry := capture.PlacedWord{Text: "Ferry", Box: [4]float64{12, 30, 41.5, 9}, Ends: true}
		noError(t, f.SaveCapture(ctx, capture.Result{
			Memory: m, Passages: newPassages(1), Words: []capture.PageWords{{Page: 2, Words: []capture.PlacedWord{ferry}}},
		}))
		words, err := f.RecognisedWords(ctx, u.ID, m.UploadID, 2)
		noError(t, err)
		box := facsimile.Box{X: 12, Y: 30, Width: 41.5, Height: 9}
		equal(t, words, []facsimile.Word{{Text: "Ferry", Box: box, Ends: true}})
		for name, of := range map[string]struct {
			user string
			page int
		}{"another page": {u.ID, 1}, "a stranger": {stranger.ID, 2}} {
			none, err := f.RecognisedWords(ctx, of.user, m.UploadID, of.page)
			noError(t, err)
			if len(none) > 0 {
				t.Errorf("%s has %v", name, none)
			}
		}
		noError(t, f.Delete(ctx, u.ID, m.ID))
		equal(t, f.rows(t, u.ID, "page_words"), 0)
	})
	t.Run("a capture that began without a document goes on without one", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Document, 3)
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(1), Document: paragraphs("rest"), Append: true}))
		equal(t, read(t, m, 0), document.Document(nil))
	})
	t.Run("ROLE-06 how far a memory is read is kept for its user alone", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 1)
		front, err := f.Front(ctx, u.ID, memory.Page{})
		noError(t, err)
		equal(t, front.Memories[0].Progress, document.Progress{})

		want := document.Progress{Begun: true, Leaf: 12, Share: 0.4217}
		noError(t, f.SaveProgress(ctx, u.ID, m.ID, want))
		isFault(t, f.SaveProgress(ctx, stranger.ID, m.ID, document.Progress{Begun: true}), fault.NotFound, "")
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: newPassages(1)}))
		after, err := f.ByIDs(ctx, u.ID, []string{m.ID})
		noError(t, err)
		equal(t, after[0].Progress, want)
	})
	t.Run("reading marks no change of the feed", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 1)
		before, err := f.Front(ctx, u.ID, memory.Page{})
		noError(t, err)
		noError(t, f.SaveProgress(ctx, u.ID, m.ID, document.Progress{Begun: true, Share: 1}))
		after, err := f.Front(ctx, u.ID, memory.Page{})
		noError(t, err)
		equal(t, after.Change, before.Change)
	})
}
