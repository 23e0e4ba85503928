package webhook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
	"engram/internal/memory"
)

// shelf is a Store in memory, of one user.
type shelf struct {
	Store
	mu         sync.Mutex
	hooks      map[string]Hook
	deliveries map[string]Delivery
}

func newShelf() *shelf { return &shelf{hooks: map[string]Hook{}, deliveries: map[string]Delivery{}} }

func (s *shelf) AddHook(_ context.Context, h Hook, _ int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hooks[h.ID] = h
	return nil
}

func (s *shelf) Hook(_ context.Context, _, id string) (Hook, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, ok := s.hooks[id]
	if !ok {
		return h, fault.New(fault.NotFound, "There is no such webhook")
	}
	return h, nil
}

func (s *shelf) ChangeHook(ctx context.Context, userID, id string, _ time.Time, change func(Hook) Hook) (Hook, error) {
	h, err := s.Hook(ctx, userID, id)
	if err != nil {
		return h, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hooks[id] = change(h)
	return s.hooks[id], nil
}

func (s *shelf) AddDelivery(ctx context.Context, d Delivery) error { return s.Settle(ctx, d) }

func (s *shelf) Settle(_ context.Context, d Delivery) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deliveries[d.ID] = d
	return nil
}

func (s *shelf) Next(_ context.Context, _, id string, now time.Time, limit int) (due []Delivery, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	waits := map[string]bool{}
	for _, key := range slices.Sorted(maps.Keys(s.deliveries)) {
		d := s.deliveries[key]
		if d.HookID != id || d.Outcome != Waiting || waits[d.MemoryID] {
			continue
		}
		if waits[d.MemoryID] = true; !d.NextAt.After(now) && len(due) < limit {
			due = append(due, d)
		}
	}
	return due, nil
}

func (s *shelf) Due(ctx context.Context, now, again time.Time, _ int) (due []Hook, err error) {
	for _, h := range s.all() {
		next, err := s.Next(ctx, h.UserID, h.ID, now, 1)
		if err != nil {
			return nil, err
		}
		if h.Status == On && !h.NextAt.After(now) && len(next) > 0 {
			due = append(due, h)
			s.mu.Lock()
			h.NextAt = again
			s.hooks[h.ID] = h
			s.mu.Unlock()
		}
	}
	return due, nil
}

func (s *shelf) all() []Hook {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.hooks))
}

func (s *shelf) delivery(id string) Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.deliveries[id]
}

// post is a request that a receiver got.
type post struct {
	address string
	header  map[string]string
	body    string
	at      time.Time
}

// receiver is a Sender that answers as told.
type receiver struct {
	mu     sync.Mutex
	got    []post
	answer func(post) (int, time.Duration, error)
}

func (r *receiver) Post(_ context.Context, address string, header map[string]string, body []byte) (int, time.Duration, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := post{address, header, string(body), time.Now()}
	r.got = append(r.got, p)
	return r.answer(p)
}

func (r *receiver) ids() (ids []string) {
	for _, p := range r.got {
		ids = append(ids, p.header["Webhook-Id"])
	}
	return ids
}

func always(code int) func(post) (int, time.Duration, error) {
	return func(post) (int, time.Duration, error) { return code, 0, nil }
}

// bench is a service with a webhook.
type bench struct {
	*Service
	shelf  *shelf
	to     *receiver
	hook   Hook
	secret string
}

func newBench(t *testing.T, answer func(post) (int, time.Duration, error)) *bench {
	t.Helper()
	b := &bench{shelf: newShelf(), to: &receiver{answer: answer}}
	b.Service = New(Parts{Store: b.shelf, Sender: b.to, Secret: []byte("of this Engram"), Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now})
	var err error
	if b.secret, b.hook, err = b.Make(t.Context(), "u", "https://example.com/hook?key=1", Names(Events)); err != nil {
		t.Fatal(err)
	}
	return b
}

// happens adds a delivery and returns its id.
func (b *bench) happens(t *testing.T, memoryID string) string {
	t.Helper()
	body, err := Body(Happening{Created, memory.Memory{ID: memoryID, Kind: memory.Link, Title: "Herons"}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	d := Delivery{ID: uuid.Must(uuid.NewV7()).String(), UserID: "u", HookID: b.hook.ID, Event: Created, MemoryID: memoryID, Body: body, Outcome: Waiting, CreatedAt: time.Now()}
	if err := b.shelf.AddDelivery(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	return d.ID
}

// running runs the service for a while.
func (b *bench) running(t *testing.T, d time.Duration) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), d)
	defer stop()
	b.Run(ctx)
}

// verified checks a request as the Standard Webhooks specification tells receivers to.
func verified(p post, secret string, now time.Time) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) < 24 || len(key) > 64 {
		return fmt.Errorf("a secret of %d bytes (%w)", len(key), err)
	}
	seconds, err := strconv.ParseInt(p.header["Webhook-Timestamp"], 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return errors.New("the time is not now: it may be replayed")
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", p.header["Webhook-Id"], p.header["Webhook-Timestamp"], p.body)
	for one := range strings.FieldsSeq(p.header["Webhook-Signature"]) {
		version, signature, _ := strings.Cut(one, ",")
		raw, err := base64.StdEncoding.DecodeString(signature)
		if version == "v1" && err == nil && hmac.Equal(raw, mac.Sum(nil)) {
			return nil
		}
	}
	return errors.New("the signature is another")
}

func TestSignatures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, always(204))
		id := b.happens(t, "m")
		b.running(t, 2*time.Second)
		if len(b.to.got) != 1 {
			t.Fatalf("%d posts", len(b.to.got))
		}
		p := b.to.got[0]
		if err := verified(p, b.secret, time.Now()); err != nil || p.header["Webhook-Id"] != id || p.address != "https://example.com/hook?key=1" {
			t.Error(err, p)
		}
		if verified(p, b.secret, time.Now().Add(time.Hour)) == nil {
			t.Error("what is sent again an hour later passes")
		}
		for name, forge := range map[string]func(*post){
			"another body": func(p *post) { p.body += " " },
			"another id":   func(p *post) { p.header["Webhook-Id"] += "0" },
			"a later time": func(p *post) { p.header["Webhook-Timestamp"] = strconv.FormatInt(time.Now().Unix()+60, 10) },
		} {
			forged := post{p.address, maps.Clone(p.header), p.body, p.at}
			forge(&forged)
			if verified(forged, b.secret, time.Now()) == nil {
				t.Errorf("%s passes", name)
			}
		}
		other, _, err := b.Make(t.Context(), "u", "https://example.com/other", []string{"memory.ready"})
		if err != nil || verified(p, other, time.Now()) == nil {
			t.Error("another webhook's secret verifies it", err)
		}
		if !strings.Contains(p.body, `"type":"memory.created"`) || !strings.Contains(p.body, `"title":"Herons"`) || !strings.Contains(p.body, `"tags":[]`) {
			t.Error(p.body)
		}
	})
}

func TestRotation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, always(200))
		fresh, _, err := b.Rotate(t.Context(), "u", b.hook.ID)
		if err != nil || fresh == b.secret {
			t.Fatal(fresh, err)
		}
		b.happens(t, "m")
		b.running(t, 2*time.Second)
		time.Sleep(rotation)
		b.happens(t, "m")
		b.running(t, 2*time.Second)
		first, second := b.to.got[0], b.to.got[1]
		for _, secret := range []string{b.secret, fresh} {
			if err := verified(first, secret, first.at); err != nil {
				t.Error("on the first day both verify:", err)
			}
		}
		if verified(second, fresh, second.at) != nil || verified(second, b.secret, second.at) == nil {
			t.Error("a day later the new one alone verifies")
		}
	})
}

func TestRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, always(500))
		began := time.Now()
		id := b.happens(t, "m")
		b.running(t, 48*time.Hour)
		if d := b.shelf.delivery(id); d.Outcome != GivenUp || d.Attempts != 11 || d.Code != 500 || d.Message != "It answered 500." || d.Body != "" {
			t.Errorf("%+v", d)
		}
		last := b.to.got[len(b.to.got)-1].at.Sub(began)
		if len(b.to.got) != 11 || last < 22*time.Hour || last > 30*time.Hour {
			t.Errorf("%d attempts, the last after %v", len(b.to.got), last)
		}
		for i, p := range b.to.got {
			if p.header["Webhook-Id"] != id || verified(p, b.secret, p.at) != nil {
				t.Errorf("attempt %d: %v", i, p)
			}
		}
	})
}

func TestOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		b := newBench(t, nil)
		first, other, second := b.happens(t, "m"), b.happens(t, "n"), b.happens(t, "m")
		b.to.answer = func(p post) (int, time.Duration, error) {
			if p.header["Webhook-Id"] == first && time.Since(began) < time.Minute {
				return 0, 0, fault.New(fault.Unavailable, "It did not answer in time.")
			}
			return 200, 0, nil
		}
		b.running(t, time.Hour)
		ids := b.to.ids()
		arrived := ids[len(ids)-2:]
		if !slices.Equal(arrived, []string{first, second}) || !slices.Contains(ids[:4], other) {
			t.Errorf("sent %v: the second of a memory comes behind its first, and another's does not wait (first %s, other %s, second %s)", ids, first, other, second)
		}
		if h := b.shelf.hooks[b.hook.ID]; h.Failures != 0 || !h.FailingSince.IsZero() {
			t.Errorf("%+v", h)
		}
	})
}

func TestOffAfterDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, always(302))
		for range 4 {
			b.happens(t, uuid.NewString())
			b.running(t, 30*time.Hour)
		}
		h := b.shelf.hooks[b.hook.ID]
		if h.Status != Off {
			t.Fatalf("%+v", h)
		}
		b.to.answer = always(200)
		h, err := b.Change(t.Context(), "u", h.ID, Change{Paused: new(false)})
		if err != nil || h.Status != On || h.Failures != 0 || !h.FailingSince.IsZero() {
			t.Errorf("%+v %v", h, err)
		}
	})
}

func TestGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, always(410))
		b.happens(t, "m")
		b.running(t, time.Minute)
		if h := b.shelf.hooks[b.hook.ID]; h.Status != Off || len(b.to.got) != 1 {
			t.Errorf("%+v", h)
		}
	})
}

func TestRetryAfterIsHeeded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, func(post) (int, time.Duration, error) { return 429, 8 * time.Minute, nil })
		b.happens(t, "m")
		b.happens(t, "n")
		b.running(t, 7*time.Minute)
		if len(b.to.got) != 1 {
			t.Errorf("%d attempts before it wanted one", len(b.to.got))
		}
	})
}

func TestTesting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, always(500))
		d, err := b.Test(t.Context(), "u", b.hook.ID)
		if err != nil || d.Outcome != GivenUp || d.Code != 500 || d.Attempts != 1 {
			t.Errorf("%+v %v", d, err)
		}
		b.to.answer = always(204)
		if d, err = b.Test(t.Context(), "u", b.hook.ID); err != nil || d.Outcome != Delivered {
			t.Errorf("%+v %v", d, err)
		}
		if p := b.to.got[1]; verified(p, b.secret, time.Now()) != nil || !strings.Contains(p.body, `"type":"webhook.test"`) {
			t.Error(p)
		}
		for range testsPerMinute {
			_, err = b.Test(t.Context(), "u", b.hook.ID)
		}
		if fault.KindOf(err) != fault.Limit {
			t.Errorf("got %v", err)
		}
		b.running(t, 2*time.Hour)
		if n := len(b.to.got); n != testsPerMinute {
			t.Errorf("%d posts: a test is sent once", n)
		}
	})
}

func TestMakeRefuses(t *testing.T) {
	b := newBench(t, always(200))
	for _, test := range []struct {
		address string
		events  []string
		words   string
	}{
		{"", []string{"memory.ready"}, "a link"},
		{"ftp://example.com", []string{"memory.ready"}, "http://"},
		{"https://me:secret@example.com/", []string{"memory.ready"}, "password"},
		{"https://example.com/" + strings.Repeat("x", 9000), []string{"memory.ready"}, "too long"},
		{"https://example.com/", nil, "at least one"},
		{"https://example.com/", []string{"memory.read"}, "no other"},
		{"https://example.com/", []string{"webhook.test"}, "no other"},
	} {
		_, _, err := b.Make(t.Context(), "u", test.address, test.events)
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), test.words) {
			t.Errorf("%.40q %v: %v", test.address, test.events, err)
		}
	}
}
