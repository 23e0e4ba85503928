package notices_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/live"
	"engram/internal/memory"
	"engram/internal/store/notices"
	"engram/internal/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// run returns a bus that runs until the test ends, and what it hears. What it may have missed is a notice without a user.
func run(t *testing.T, address string) (*notices.Bus, <-chan live.Notice) {
	t.Helper()
	bus := notices.New(storetest.Open(t, address), slog.New(slog.DiscardHandler))
	heard, ended := make(chan live.Notice, 1000), make(chan struct{})
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		defer close(ended)
		bus.Run(ctx, func(n live.Notice) { heard <- n }, func() { heard <- live.Notice{} })
	}()
	t.Cleanup(func() { stop(); <-ended })
	return bus, heard
}

// wait sends a notice until it is heard, since a bus listens a moment after its start.
func wait(t *testing.T, from *notices.Bus, heard <-chan live.Notice) {
	t.Helper()
	first := live.Notice{UserID: "first"}
	for again := time.NewTicker(50 * time.Millisecond); ; {
		from.Send(first)
		select {
		case n := <-heard:
			if n == first {
				again.Stop()
				return
			}
		case <-again.C:
		case <-time.After(time.Minute):
			t.Fatal("nothing is heard")
		}
	}
}

// next returns the next notice that wait did not send.
func next(t *testing.T, heard <-chan live.Notice) live.Notice {
	t.Helper()
	for late := time.After(time.Minute); ; {
		select {
		case n := <-heard:
			if n.UserID != "first" {
				return n
			}
		case <-late:
			t.Fatal("nothing is heard")
		}
	}
}

func TestNodesHearOfEachOther(t *testing.T) {
	address := storetest.PostgresMigrated(t)
	one, heardByOne := run(t, address)
	two, heardByTwo := run(t, address)
	wait(t, one, heardByTwo)
	wait(t, two, heardByOne)
	sent := []live.Notice{
		{UserID: "ann"},
		{UserID: "ann", MemoryID: "m", Step: memory.Fetching},
		{UserID: "ann", MemoryID: "m", Step: memory.Reading},
		{UserID: "ann", MemoryID: "m"},
		{UserID: "ben", ImportID: "i"},
	}
	for i := range 100 { // more than a message holds
		sent = append(sent, live.Notice{UserID: fmt.Sprint("user ", i)})
	}
	for _, n := range sent {
		one.Send(n)
	}
	var got []live.Notice
	for range sent {
		got = append(got, next(t, heardByTwo))
	}
	if !slices.Equal(got, sent) {
		t.Errorf("got %v", got)
	}
	two.Send(live.Notice{UserID: "the end"})
	if n := next(t, heardByOne); n.UserID != "the end" {
		t.Errorf("a node hears itself: %v", n)
	}
}

func TestABusOutlivesItsConnection(t *testing.T) {
	address := storetest.PostgresMigrated(t)
	one, _ := run(t, address)
	_, heard := run(t, address)
	wait(t, one, heard)
	db := storetest.Open(t, address)
	if _, err := db.Writer().Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`); err != nil {
		t.Fatal(err)
	}
	if n := next(t, heard); n.UserID != "" {
		t.Errorf("it does not tell that it may have missed something: %v", n)
	}
	wait(t, one, heard)
}

func TestTheFirstDroppedNoticeIsLogged(t *testing.T) {
	var logged strings.Builder
	bus := notices.New(nil, slog.New(slog.NewTextHandler(&logged, nil)))
	for range 10_000 { // more than are queued
		bus.Send(live.Notice{UserID: "ann"})
	}
	if n := strings.Count(logged.String(), "more happens"); n != 1 {
		t.Errorf("it is logged %d times", n)
	}
}
