package fetch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

// take acquires a slot and holds it for a time. It returns how long it waited, or the error.
func take(t *testing.T, c *scheduler, host string, priority bool, hold time.Duration) (time.Duration, error) {
	return takeAs(t, "", c, host, priority, hold)
}

func takeAs(t *testing.T, user string, c *scheduler, host string, priority bool, hold time.Duration) (time.Duration, error) {
	start := time.Now()
	slot, err := c.acquire(t.Context(), host, user, priority)
	waited := time.Since(start)
	if err == nil {
		time.Sleep(hold)
		slot.release()
	}
	return waited, err
}

// wantBusy checks that err is a capture.Busy and returns its retry time.
func wantBusy(t *testing.T, err error) time.Duration {
	t.Helper()
	b, ok := errors.AsType[*capture.Busy](err)
	if !ok {
		t.Fatalf("error %v, want Busy", err)
	}
	return b.After
}

func TestQueueIsFIFOWithTwoSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(16)
		take(t, c, "a:80", false, time.Second) // so that the host is known
		var all sync.WaitGroup
		for i := range 10 {
			all.Go(func() {
				want := time.Duration(i/perHost) * time.Second
				if waited, err := take(t, c, "a:80", false, time.Second); err != nil || waited != want {
					t.Errorf("number %d waited %v, %v; want %v", i, waited, err, want)
				}
			})
			synctest.Wait()
		}
		all.Wait()
	})
}

func TestQueueServesUsersInRotation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(16)
		var order []string
		var mu sync.Mutex
		var all sync.WaitGroup
		fetch := func(user, name string) {
			all.Go(func() {
				slot, err := c.acquire(t.Context(), "a:80", user, false)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					return
				}
				mu.Lock()
				order = append(order, name)
				mu.Unlock()
				time.Sleep(time.Second)
				slot.release()
			})
			synctest.Wait()
			time.Sleep(time.Millisecond) // so that turns end one after the other
		}
		take(t, c, "a:80", false, 500*time.Millisecond)
		for i := range 7 {
			fetch("ann", fmt.Sprint("ann ", i))
		}
		for i := range 3 {
			fetch("bob", fmt.Sprint("bob ", i))
		}
		fetch("cem", "cem 0")
		all.Wait()
		want := []string{"ann 0", "ann 1", "ann 2", "bob 0", "cem 0", "ann 3", "bob 1", "ann 4", "bob 2", "ann 5", "ann 6"}
		if !slices.Equal(order, want) {
			t.Errorf("order %q, want %q", order, want)
		}
	})
}

func TestFullQueueAdmitsOneFetchOfEachUser(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(16)
		ctx, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		fetch := func(user string) error {
			came := make(chan error, 1)
			all.Go(func() {
				slot, err := c.acquire(ctx, "hangs:80", user, false)
				came <- err
				if err == nil {
					<-ctx.Done()
					slot.release()
				}
			})
			synctest.Wait()
			select {
			case err := <-came:
				return err
			default:
				return nil // it is in line
			}
		}
		for i := range perHost + maxWaitingUnknown {
			if err := fetch("ann"); err != nil {
				t.Fatalf("number %d: %v", i, err)
			}
		}
		wantBusy(t, fetch("ann"))
		for i := range maxUsers - 1 {
			if err := fetch(fmt.Sprint("user ", i)); err != nil {
				t.Errorf("user %d: %v", i, err)
			}
			wantBusy(t, fetch(fmt.Sprint("user ", i)))
		}
		wantBusy(t, fetch("one too many"))
		leave()
		all.Wait()
	})
}

func TestRetryTimesAreFairBetweenUsers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(16)
		now := time.Now()
		h := c.queue("a:80", now)
		h.mean = 400 * time.Millisecond
		last := time.Duration(0)
		for range 200 {
			last = h.book("ann", now)
		}
		if last < 20*time.Second || last > maxRetry {
			t.Errorf("the last of two hundred retries after %v", last)
		}
		if after := h.book("bob", now); after != minRetry {
			t.Errorf("the first fetch of another user retries after %v", after)
		}
		if after := h.book("bob", now); after != 280*time.Millisecond {
			t.Errorf("their second retries after %v, want 280 ms: two users share 200 ms", after)
		}
	})
}

func TestPriorityFetchesGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(16)
		var order []string
		var mu sync.Mutex
		var all sync.WaitGroup
		fetch := func(name string, follow bool) {
			all.Go(func() {
				slot, err := c.acquire(t.Context(), "a:80", "", follow)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				order = append(order, name)
				mu.Unlock()
				time.Sleep(time.Second)
				slot.release()
			})
			synctest.Wait()
			time.Sleep(time.Millisecond) // so that turns end one after the other
		}
		fetch("first", false)
		fetch("second", false)
		fetch("third", false)
		fetch("fourth", false)
		fetch("its picture", true)
		fetch("another picture", true)
		all.Wait()
		want := []string{"first", "second", "its picture", "another picture", "third", "fourth"}
		if !slices.Equal(order, want) {
			t.Errorf("order %q, want %q", order, want)
		}
	})
}

func TestSlowHostDoesNotBlockOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(4)
		var all sync.WaitGroup
		for range 30 {
			all.Go(func() { take(t, c, "slow:80", false, 4*time.Second) })
		}
		synctest.Wait()
		for i := range 20 {
			if waited, err := take(t, c, fmt.Sprintf("quick-%d:80", i), false, time.Millisecond); err != nil || waited != 0 {
				t.Errorf("quick host %d waited %v, %v", i, waited, err)
			}
		}
		all.Wait()
	})
}

func TestHostsShareTheTotalInRotation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(2)
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { take(t, c, "a:80", false, time.Second/4) })
		}
		synctest.Wait()
		all.Go(func() {
			if waited, err := take(t, c, "b:80", false, time.Second); err != nil || waited > time.Second/2 {
				t.Errorf("a fetch of another host waited %v behind this one, %v", waited, err)
			}
		})
		all.Wait()
	})
}

func TestFullQueueRejectsWithSpreadRetryTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(16)
		take(t, c, "a:80", false, 50*time.Millisecond) // so that the host is known
		ctx, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range perHost + maxWaiting {
			all.Go(func() {
				if slot, err := c.acquire(ctx, "a:80", "", false); err == nil {
					<-ctx.Done()
					slot.release()
				}
			})
		}
		synctest.Wait()
		start := time.Now()
		var away []time.Duration
		for range 100 {
			_, err := c.acquire(t.Context(), "a:80", "", false)
			away = append(away, wantBusy(t, err))
		}
		if took := time.Since(start); took != 0 {
			t.Errorf("the rejection took %v", took)
		}
		if away[0] < minRetry || away[99] > maxRetry || !slices.IsSorted(away) || away[99] < away[0]+time.Second {
			t.Errorf("retry times %v are not spread out", away)
		}
		leave()
		all.Wait()
	})
}

func TestQueuedFetchIsRejectedAfterMaxWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(16)
		var all sync.WaitGroup
		for range perHost {
			all.Go(func() { take(t, c, "hangs:80", false, 10*time.Second) })
		}
		synctest.Wait()
		all.Go(func() {
			waited, err := take(t, c, "hangs:80", false, 0)
			if after := wantBusy(t, err); waited != maxWait || after < minRetry || after > maxRetry {
				t.Errorf("waited %v, rejected for %v", waited, after)
			}
		})
		all.Go(func() {
			waited, err := take(t, c, "hangs:80", true, 0)
			wantFault(t, err, fault.Unavailable, msgBusy)
			if waited != maxWait {
				t.Errorf("a priority fetch waited %v", waited)
			}
		})
		// by now the host is known to be slow: four in line would take it eight seconds
		time.Sleep(4 * time.Second)
		for range 2 {
			all.Go(func() { take(t, c, "hangs:80", false, 0) })
			synctest.Wait()
		}
		waited, err := take(t, c, "hangs:80", false, 0)
		if wantBusy(t, err); waited != 0 {
			t.Errorf("waited %v though the queue was full", waited)
		}
		all.Wait()
	})
}

func TestPausedHostRejectsFetches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(16)
		slot, err := c.acquire(t.Context(), "a:80", "", false)
		if err != nil {
			t.Fatal(err)
		}
		other, _ := c.acquire(t.Context(), "a:80", "", false)
		var all sync.WaitGroup
		all.Go(func() {
			waited, err := take(t, c, "a:80", false, 0)
			if after := wantBusy(t, err); waited != time.Second || after < 30*time.Second || after > 31*time.Second {
				t.Errorf("the queued fetch waited %v and retries after %v", waited, after)
			}
		})
		all.Go(func() {
			waited, err := take(t, c, "a:80", true, 0)
			if f := wantFault(t, err, fault.Unavailable, msgPaused); f.RetryAfter != 30*time.Second || waited != time.Second {
				t.Errorf("a priority fetch waited %v and comes back after %v", waited, f.RetryAfter)
			}
		})
		time.Sleep(time.Second)
		slot.pauseHost(30 * time.Second)
		slot.release()
		other.release()
		all.Wait()

		_, err = take(t, c, "a:80", false, 0)
		if after := wantBusy(t, err); after < 30*time.Second || after > 31*time.Second {
			t.Errorf("a later fetch retries after %v", after)
		}
		_, err = take(t, c, "a:80", true, 0)
		wantFault(t, err, fault.Unavailable, msgPaused)
		if _, err := take(t, c, "b:80", false, 0); err != nil {
			t.Errorf("another host: %v", err)
		}
		time.Sleep(30 * time.Second)
		if waited, err := take(t, c, "a:80", false, 0); err != nil || waited != 0 {
			t.Errorf("after the rest: %v, %v", waited, err)
		}
	})
}

func TestPauseLastsForTheLongestTimeAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(16)
		slot, _ := c.acquire(t.Context(), "a:80", "", false)
		slot.pauseHost(time.Minute)
		slot.pauseHost(time.Second)
		slot.release()
		_, err := c.acquire(t.Context(), "a:80", "", false)
		if after := wantBusy(t, err); after < time.Minute || after > time.Minute+time.Second {
			t.Errorf("rejected for %v", after)
		}
	})
}

func TestCancelledFetchLeavesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(16)
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range perHost {
			all.Go(func() { take(t, c, "a:80", false, time.Second) })
		}
		synctest.Wait()
		all.Go(func() {
			if _, err := c.acquire(ctx, "a:80", "", false); !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want the caller's", err)
			}
		})
		soon, stop := context.WithTimeout(t.Context(), time.Second/2)
		defer stop()
		all.Go(func() {
			_, err := c.acquire(soon, "a:80", "", false)
			wantBusy(t, err) // it was not fetched, and so it did not fail
		})
		synctest.Wait()
		cancel()
		if waited, err := take(t, c, "a:80", false, 0); err != nil || waited != time.Second {
			t.Errorf("the next fetch waited %v, %v", waited, err)
		}
		all.Wait()
		if c.free != 16 || len(c.waiting) != 0 || !c.hosts["a:80"].idle() {
			t.Errorf("something is left: %d free, %d waiting", c.free, len(c.waiting))
		}
	})
}

func TestSlotMovesToAnotherHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(16)
		slot, _ := c.acquire(t.Context(), "short:80", "", false)
		if err := slot.move(t.Context(), "short:80"); err != nil || len(c.hosts["short:80"].active) != 1 {
			t.Errorf("a move to the same host: %v", err)
		}
		var all sync.WaitGroup
		for range perHost {
			all.Go(func() { take(t, c, "long:80", false, time.Second) })
		}
		synctest.Wait()
		all.Go(func() {
			start := time.Now()
			if err := slot.move(t.Context(), "long:80"); err != nil || time.Since(start) != time.Second {
				t.Errorf("moved after %v, %v", time.Since(start), err)
			}
			slot.release()
			slot.release() // the second time gives nothing back
		})
		synctest.Wait()
		if n := len(c.hosts["short:80"].active); n != 0 {
			t.Errorf("the first host's turn is held while waiting for the second's")
		}
		all.Wait()
		if c.free != 16 {
			t.Errorf("%d turns are free, want all", c.free)
		}
	})
}

func TestSchedulerSweepsIdleHosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newScheduler(16)
		for i := range 10_000 {
			take(t, c, fmt.Sprintf("host-%d:80", i), false, time.Millisecond)
		}
		if n := len(c.hosts); n > minHosts {
			t.Errorf("%d hosts are remembered", n)
		}
		for i := range 3 * maxHosts {
			slot, err := c.acquire(t.Context(), fmt.Sprintf("paused-%d:80", i), "", false)
			if err != nil {
				t.Fatal(err)
			}
			slot.pauseHost(time.Hour)
			slot.release()
		}
		if n := len(c.hosts); n > 2*maxHosts {
			t.Errorf("%d paused hosts are remembered", n)
		}
	})
}

// A crowd keeps its host busy, however it arrives, and retries no more often than needed.
func TestRetriesKeepTheHostBusy(t *testing.T) {
	for _, tt := range []struct {
		crowd, users int
		pace         time.Duration
	}{
		{40, 1, 5 * time.Millisecond}, {200, 1, time.Second}, {2000, 1, 50 * time.Millisecond}, {2000, 1, 200 * time.Millisecond},
		{8000, 1, 50 * time.Millisecond}, {2000, 2, 50 * time.Millisecond}, {2000, 20, 50 * time.Millisecond}, {600, 200, 400 * time.Millisecond},
		{200, 200, 400 * time.Millisecond},
	} {
		t.Run(fmt.Sprintf("%d of %v, by %d users", tt.crowd, tt.pace, tt.users), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newScheduler(16)
				start := time.Now()
				var all sync.WaitGroup
				var mu sync.Mutex
				tries := 0
				for i := range tt.crowd {
					all.Go(func() {
						for {
							_, err := takeAs(t, fmt.Sprint("user ", i%tt.users), c, "a:80", false, tt.pace)
							mu.Lock()
							tries++
							mu.Unlock()
							if err == nil {
								return
							}
							time.Sleep(wantBusy(t, err))
						}
					})
				}
				all.Wait()
				least := tt.pace * time.Duration(tt.crowd) / perHost
				took := time.Since(start)
				t.Logf("took %v, at least %v; %.1f tries each", took, least, float64(tries)/float64(tt.crowd))
				if took > least*104/100+time.Second {
					t.Errorf("took %v, and could have taken %v", took, least)
				}
				if tries > 6*tt.crowd {
					t.Errorf("%d tries of %d", tries, tt.crowd)
				}
			})
		})
	}
}
