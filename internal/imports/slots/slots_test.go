package slots_test

import (
	"testing"
	"time"

	"engram/internal/imports/slots"
)

func TestWorkIsReserved(t *testing.T) {
	w, now := slots.New(), time.Now()
	ctx, ok := w.Enter(t.Context(), "a", "ann", now)
	if !ok {
		t.Fatal("the first is refused")
	}
	if _, ok := w.Enter(t.Context(), "a", "ann", now); ok {
		t.Error("one import is worked on twice")
	}
	second, ok := w.Enter(t.Context(), "b", "ann", now)
	if !ok {
		t.Error("the second is refused")
	}
	if _, ok := w.Enter(t.Context(), "c", "ann", now); ok || second.Err() != nil {
		t.Error("a third is accepted, or stops another of its user")
	}
	if _, ok := w.Enter(t.Context(), "d", "bob", now); ok || second.Err() == nil || ctx.Err() != nil {
		t.Error("the second import of a user is not stopped for the first of another")
	}
	w.Leave("b", now, false)
	other, ok := w.Enter(t.Context(), "d", "bob", now)
	if !ok {
		t.Error("no slot is free for another user")
	}
	if _, ok := w.Enter(t.Context(), "e", "eve", now); ok || other.Err() != nil || ctx.Err() != nil {
		t.Error("the only import of a user is stopped for another")
	}
	w.Stop("a")
	if ctx.Err() == nil {
		t.Error("a stop does not reach it")
	}
	if n := w.Leave("a", now, true); n != 1 {
		t.Errorf("it failed %d times", n)
	}
	if _, ok := w.Enter(t.Context(), "a", "ann", now.Add(time.Second)); ok {
		t.Error("it is tried again at once")
	}
	if _, ok := w.Enter(t.Context(), "a", "ann", now.Add(time.Minute)); !ok {
		t.Error("it is never tried again")
	}
	if n := w.Leave("a", now, false); n != 0 {
		t.Errorf("after a success it failed %d times", n)
	}
}
