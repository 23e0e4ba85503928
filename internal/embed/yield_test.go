package embed

import (
	"context"
	"errors"
	"testing"
)

func TestYield(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if err := YieldOf(ctx)(); err != nil {
		t.Errorf("without a yield: %v", err)
	}
	type key struct{}
	full := errors.New("no more")
	yielding := WithYield(context.WithValue(ctx, key{}, "the caller's"), func(ctx context.Context) error {
		if ctx.Value(key{}) != "the caller's" {
			t.Error("the yield has another context")
		}
		return full
	})
	if err := YieldOf(yielding)(); !errors.Is(err, full) {
		t.Errorf("with a yield: %v", err)
	}
	cancel()
	if err := YieldOf(ctx)(); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
