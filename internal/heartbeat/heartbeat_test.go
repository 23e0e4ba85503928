package heartbeat_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/heartbeat"
)

func TestBeatsUntilStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		beats := 0
		stop := heartbeat.Start(t.Context(), time.Second, func(context.Context) { beats++ })
		time.Sleep(3500 * time.Millisecond)
		stop()
		time.Sleep(time.Hour)
		if beats != 3 {
			t.Errorf("%d beats in three and a half seconds, want 3", beats)
		}
	})
}

func TestStopEndsABeatAndWaitsForIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := false
		stop := heartbeat.Start(t.Context(), time.Second, func(ctx context.Context) {
			<-ctx.Done()
			time.Sleep(time.Second)
			ended = true
		})
		time.Sleep(1500 * time.Millisecond)
		if stop(); !ended {
			t.Error("stop returned before the beat")
		}
	})
}
