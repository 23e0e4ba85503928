package lru

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		times := NewTimes()
		time.Sleep(time.Hour)
		times.Use("a")
		time.Sleep(time.Minute)
		if a, b := times.Idle("a"), times.Idle("b"); a != time.Minute || b != time.Hour+time.Minute {
			t.Errorf("idle for %s and %s", a, b)
		}
	})
}
