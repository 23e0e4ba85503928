package job

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"engram/internal/capture"
)

func TestAfterCapture(t *testing.T) {
	running := context.Background()
	stopped, stop := context.WithCancel(running)
	stop()
	late, cancel := context.WithTimeout(running, 0)
	defer cancel()
	asked := &capture.RetryError{Reason: "The page answered 503.", After: 5 * time.Minute}
	broken := errors.New("broken")
	tests := []struct {
		title    string
		ctx      context.Context
		metadata string
		err      error
		snooze   time.Duration // -1: the error itself is returned
	}{
		{"a success is one", running, "{}", nil, -1},
		{"a failure uses up an attempt", running, "{}", broken, -1},
		{"a stop uses up none", stopped, "{}", context.Canceled, 0},
		{"running out of time does", late, "{}", broken, -1},
		{"a site that asks for time gets it", running, "{}", asked, 5 * time.Minute},
		{"a site that asks too often is given up like any other", running, `{"snoozes":3}`, asked, -1},
		{"a rejected capture is retried without a limit", running, `{"snoozes":99}`, &capture.Busy{After: time.Minute}, time.Minute},
		{"metadata that is none counts nothing", running, "", asked, 5 * time.Minute},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			got := afterCapture(test.ctx, []byte(test.metadata), test.err)
			var snooze *river.JobSnoozeError
			if !errors.As(got, &snooze) {
				if test.snooze != -1 || !errors.Is(got, test.err) {
					t.Errorf("got %v", got)
				}
				return
			}
			if snooze.Duration != test.snooze {
				t.Errorf("it waits %v, want %v", snooze.Duration, test.snooze)
			}
		})
	}
}

func TestWhatWasRescuedRunsAtOnce(t *testing.T) {
	before := time.Now()
	for _, test := range []struct {
		title       string
		began       time.Time
		least, most time.Duration
	}{
		{"after a failure it waits", before, 500 * time.Second, time.Hour},
		{"what was rescued does not", before.Add(-rescueAfter), 0, time.Minute},
	} {
		row := &rivertype.JobRow{AttemptedAt: &test.began, Errors: make([]rivertype.AttemptError, 4)}
		if wait := new(afterRescue).NextRetry(row).Sub(before); wait < test.least || wait > test.most {
			t.Errorf("%s: %v", test.title, wait)
		}
	}
}
