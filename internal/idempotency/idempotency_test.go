package idempotency_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"engram/internal/fault"
	"engram/internal/idempotency"
)

func TestParseKey(t *testing.T) {
	for header, want := range map[string]string{
		"a": "a", ` "8e03978e-40d5" `: "8e03978e-40d5", `"`: `"`, "a b": "a b", strings.Repeat("x", 255): strings.Repeat("x", 255),
		"": "", " ": "", `""`: "", strings.Repeat("x", 256): "", "é": "", "a\x00": "", "a\nb": "",
	} {
		got, err := idempotency.ParseKey(header)
		if got != want || (err == nil) != (want != "") || err != nil && fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: got %q, %v", header, got, err)
		}
	}
}

func FuzzParseKey(f *testing.F) {
	f.Add(`"a"`)
	f.Fuzz(func(t *testing.T, header string) {
		if key, err := idempotency.ParseKey(header); err == nil && (key == "" || len(key) > 255 || !strings.Contains(header, key)) {
			t.Errorf("%q: got %q", header, key)
		}
	})
}

// empty is a Store that keeps nothing.
type empty struct{ idempotency.Store }

func (empty) OpenAnswer(_ context.Context, _, _, proposed string, _, _ time.Time) (idempotency.Answer, string, error) {
	return idempotency.Answer{}, proposed, nil
}

func TestBeginEndsWithItsCaller(t *testing.T) {
	s := idempotency.New(empty{}, time.Now)
	_, _, release, err := s.Begin(t.Context(), "ada", "k")
	if err != nil {
		t.Fatal(err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, _, _, err := s.Begin(gone, "ada", "k"); err == nil {
		t.Error("a caller that has gone has its turn")
	}
	if _, _, other, err := s.Begin(t.Context(), "eve", "k"); err != nil {
		t.Error(err)
	} else {
		other()
	}
	release()
	if _, _, again, err := s.Begin(t.Context(), "ada", "k"); err != nil {
		t.Error(err)
	} else {
		again()
	}
}
