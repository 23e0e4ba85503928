package route

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/account"
	"engram/internal/fault"

	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// writer records each piece with its deadline.
type writer struct {
	*httptest.ResponseRecorder
	deadline  time.Time
	written   []int
	deadlines []time.Time
}

func (w *writer) SetWriteDeadline(at time.Time) error {
	w.deadline = at
	return nil
}

func (w *writer) Write(p []byte) (int, error) {
	w.written, w.deadlines = append(w.written, len(p)), append(w.deadlines, w.deadline)
	return w.ResponseRecorder.Write(p)
}

// answerInPieces answers one user's call.
func answerInPieces(a *Router, write func(*Pieces) error) (w *writer, aborted bool) {
	w = &writer{ResponseRecorder: httptest.NewRecorder()}
	r := httptest.NewRequest(http.MethodGet, "/api/v1/content", nil)
	defer func() { aborted = recover() != nil }()
	a.InPieces(r.Context(), account.Identity{}, write).Body(humago.NewContext(nil, r, w))
	return w, false
}

func TestPieces(t *testing.T) {
	now := time.UnixMilli(1_700_000_000_000)
	newTestRouter := func() *Router {
		return &Router{now: func() time.Time { now = now.Add(time.Second); return now }, log: slog.New(slog.DiscardHandler), long: newSlots()}
	}
	long := func(p *Pieces) error {
		p.Text("[")
		for i := range 40 {
			if i > 0 {
				p.Text(",")
			}
			if err := p.Value(strings.Repeat("x", 10_000)); err != nil {
				return err
			}
			if err := p.Flush(); err != nil {
				return err
			}
		}
		p.Text("]")
		return nil
	}
	t.Run("a long response is written in pieces, each with its deadline, and is the same JSON", func(t *testing.T) {
		a := newTestRouter()
		w, aborted := answerInPieces(a, long)
		var got []string
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || len(got) != 40 || aborted {
			t.Fatalf("%d texts, %v", len(got), err)
		}
		for i, n := range w.written {
			if n > pieceSize+11_000 || i > 0 && !w.deadlines[i].After(w.deadlines[i-1]) {
				t.Errorf("piece %d has %d bytes until %v", i, n, w.deadlines[i])
			}
		}
		if len(w.written) != 3 || len(a.long.users) != 0 || len(a.long.all) != 0 {
			t.Errorf("%v were written; %d slots are left", w.written, len(a.long.all))
		}
	})
	t.Run("a short response needs no slot; a long one without a slot is refused before it begins", func(t *testing.T) {
		a := newTestRouter()
		for range longOfUser + waitingOfUser {
			a.long.admit("")
		}
		if w, _ := answerInPieces(a, func(p *Pieces) error { return p.Value("short") }); w.Code != 200 || w.Body.String() != `"short"` {
			t.Errorf("got %d %s", w.Code, w.Body)
		}
		w, _ := answerInPieces(a, long)
		if w.Code != 429 || w.Header().Get("Retry-After") != "5" || !strings.Contains(w.Body.String(), "several long lists") {
			t.Errorf("got %d %v %s", w.Code, w.Header(), w.Body)
		}
	})
	t.Run("a failure after the first piece cuts the response and releases its slot", func(t *testing.T) {
		a := newTestRouter()
		w, aborted := answerInPieces(a, func(p *Pieces) error {
			if err := long(p); err != nil {
				return err
			}
			return errors.New("the database is gone")
		})
		if !aborted || w.Code != 200 || json.Valid(w.Body.Bytes()) || len(a.long.users) != 0 {
			t.Errorf("aborted %v; %d slots are left", aborted, len(a.long.users))
		}
		if w, aborted := answerInPieces(a, func(p *Pieces) error { return errors.New("at once") }); w.Code != 500 || aborted {
			t.Errorf("got %d %s", w.Code, w.Body)
		}
	})
	t.Run("pieces of a text join to the same text, whatever is in them", func(t *testing.T) {
		want := []string{"a \"quoted\" \\ text\n", "", "<b>\x00é\u2028", "end"}
		w, _ := answerInPieces(newTestRouter(), func(p *Pieces) error {
			p.Text(`"`)
			for _, s := range want {
				if err := p.Stretch(s); err != nil {
					return err
				}
			}
			p.Text(`"`)
			return nil
		})
		var got string
		if err := json.NewDecoder(bytes.NewReader(w.Body.Bytes())).Decode(&got); err != nil || got != strings.Join(want, "") {
			t.Errorf("got %q, %v", got, err)
		}
	})
}

func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, slots := t.Context(), newSlots()
		var leaves []func()
		for range longOfUser {
			leave, err := slots.acquire(ctx, "ann")
			if err != nil {
				t.Fatal(err)
			}
			leaves = append(leaves, leave)
		}
		if leave, err := slots.acquire(ctx, "bob"); err != nil {
			t.Errorf("another waits for her: %v", err)
		} else {
			leave()
		}
		waited := make(chan error, waitingOfUser)
		for range waitingOfUser {
			go func() {
				leave, err := slots.acquire(ctx, "ann")
				if err == nil {
					leave()
				}
				waited <- err
			}()
		}
		synctest.Wait()
		if _, err := slots.acquire(ctx, "ann"); fault.KindOf(err) != fault.Limit {
			t.Errorf("one more may wait: %v", err)
		}
		leaves[0]()
		for range waitingOfUser { // one after the other
			if err := <-waited; err != nil {
				t.Error(err)
			}
		}
		again, err := slots.acquire(ctx, "ann")
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if _, err := slots.acquire(ctx, "ann"); fault.KindOf(err) != fault.Limit || time.Since(began) != slotTime {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := slots.acquire(gone, "ann"); !errors.Is(err, context.Canceled) {
			t.Errorf("whoever hung up got %v", err)
		}
		again()
		leaves[1]()
		leaves[2]()
		if len(slots.users) != 0 || len(slots.all) != 0 {
			t.Errorf("%d users and %d slots are left", len(slots.users), len(slots.all))
		}
	})
}
