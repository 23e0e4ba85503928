package embed

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestALineHasItsLength(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine()
		leave, err := l.wait(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		waiting := make(chan error)
		for range maxLine - 1 {
			go func() {
				next, err := l.wait(t.Context())
				if err == nil {
					defer next()
				}
				waiting <- err
			}()
		}
		synctest.Wait()
		began := time.Now()
		if _, err := l.wait(t.Context()); !errors.Is(err, errLineFull) || time.Since(began) > 0 {
			t.Errorf("a full line answers %v after %v", err, time.Since(began))
		}
		leave()
		for range maxLine - 1 {
			if err := <-waiting; err != nil {
				t.Errorf("who stood in it: %v", err)
			}
		}
		again, err := l.wait(t.Context())
		if err != nil {
			t.Errorf("an empty line answers %v", err)
		}
		defer again()
		if _, err := l.wait(t.Context()); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != lineTime {
			t.Errorf("who stood too long is told %v after %v", err, time.Since(began))
		}
	})
}
