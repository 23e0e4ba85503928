package store_test

import (
	"errors"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"engram/internal/fault"
	"engram/internal/memory"
)

// failer is common to testing.T and rapid.T.
type failer interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func noError(t failer, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// isFault requires a fault with that kind and message; an empty message matches any.
func isFault(t failer, err error, kind fault.Kind, message string) {
	t.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != kind || message != "" && f.Message != message {
		t.Fatalf("got error %v, want a fault of kind %d %q", err, kind, message)
	}
}

// equal compares; nil and empty slices are equal.
func equal(t failer, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(memory.Memory{}, "Version")); diff != "" {
		t.Fatalf("(-want +got)\n%s", diff)
	}
}
