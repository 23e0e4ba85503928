package embed

import (
	"context"
	"errors"
	"testing"
)

func TestPace(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if err := PaceOf(ctx)(); err != nil {
		t.Errorf("without a pace: %v", err)
	}
	type key struct{}
	full := errors.New("no more")
	paced := WithPace(context.WithValue(ctx, key{}, "the caller's"), func(ctx context.Context) error {
		if ctx.Value(key{}) != "the caller's" {
			t.Error("the pace has another context")
		}
		return full
	})
	if err := PaceOf(paced)(); !errors.Is(err, full) {
		t.Errorf("with a pace: %v", err)
	}
	cancel()
	if err := PaceOf(ctx)(); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
