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

// take enters and holds the turn for so long. It returns how long it stood in line, and the error if it was sent away.
func take(t *testing.T, l *lines, host string, follow bool, hold time.Duration) (time.Duration, error) {
	return takeAs(t, "", l, host, follow, hold)
}

func takeAs(t *testing.T, by string, l *lines, host string, follow bool, hold time.Duration) (time.Duration, error) {
	start := time.Now()
	turn, err := l.enter(t.Context(), host, by, follow)
	stood := time.Since(start)
	if err == nil {
		time.Sleep(hold)
		turn.leave()
	}
	return stood, err
}

// wantBusy checks that err sends somebody away, and returns for how long.
func wantBusy(t *testing.T, err error) time.Duration {
	t.Helper()
	b, ok := errors.AsType[*capture.Busy](err)
	if !ok {
		t.Fatalf("error %v, want Busy", err)
	}
	return b.After
}

func TestLineIsFirstComeFirstServedTwoAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(16)
		take(t, l, "a:80", false, time.Second) // so that the host is known
		var all sync.WaitGroup
		for i := range 10 {
			all.Go(func() {
				want := time.Duration(i/perHost) * time.Second
				if stood, err := take(t, l, "a:80", false, time.Second); err != nil || stood != want {
					t.Errorf("number %d stood %v, %v; want %v", i, stood, err, want)
				}
			})
			synctest.Wait()
		}
		all.Wait()
	})
}

func TestUsersTakeTurnsInALine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(16)
		var order []string
		var mu sync.Mutex
		var all sync.WaitGroup
		come := func(user, name string) {
			all.Go(func() {
				turn, err := l.enter(t.Context(), "a:80", user, false)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					return
				}
				mu.Lock()
				order = append(order, name)
				mu.Unlock()
				time.Sleep(time.Second)
				turn.leave()
			})
			synctest.Wait()
			time.Sleep(time.Millisecond) // so that turns end one after the other
		}
		take(t, l, "a:80", false, 500*time.Millisecond)
		for i := range 7 {
			come("ann", fmt.Sprint("ann ", i))
		}
		for i := range 3 {
			come("bob", fmt.Sprint("bob ", i))
		}
		come("cem", "cem 0")
		all.Wait()
		want := []string{"ann 0", "ann 1", "ann 2", "bob 0", "cem 0", "ann 3", "bob 1", "ann 4", "bob 2", "ann 5", "ann 6"}
		if !slices.Equal(order, want) {
			t.Errorf("order %q, want %q", order, want)
		}
	})
}

func TestLineLetsOneOfEachUserInThoughItIsLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(16)
		ctx, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		come := func(user string) error {
			came := make(chan error, 1)
			all.Go(func() {
				turn, err := l.enter(ctx, "hangs:80", user, false)
				came <- err
				if err == nil {
					<-ctx.Done()
					turn.leave()
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
		for i := range perHost + maxUnknown {
			if err := come("ann"); err != nil {
				t.Fatalf("number %d: %v", i, err)
			}
		}
		wantBusy(t, come("ann"))
		for i := range maxUsers - 1 {
			if err := come(fmt.Sprint("user ", i)); err != nil {
				t.Errorf("user %d: %v", i, err)
			}
			wantBusy(t, come(fmt.Sprint("user ", i)))
		}
		wantBusy(t, come("one too many"))
		leave()
		all.Wait()
	})
}

func TestAUserIsNotPromisedAPlaceBehindAllOfAnothers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(16)
		now := time.Now()
		h := l.line("a:80", now)
		h.mean = 400 * time.Millisecond
		last := time.Duration(0)
		for range 200 {
			last = h.book("ann", now)
		}
		if last < 20*time.Second || last > maxAway {
			t.Errorf("the last of two hundred comes after %v", last)
		}
		if after := h.book("bob", now); after != minAway {
			t.Errorf("who saved one page comes after %v", after)
		}
		if after := h.book("bob", now); after != 280*time.Millisecond {
			t.Errorf("their second comes after %v, and there are two of them to share 200 ms", after)
		}
	})
}

func TestLineLetsThoseThatFollowGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(16)
		var order []string
		var mu sync.Mutex
		var all sync.WaitGroup
		come := func(name string, follow bool) {
			all.Go(func() {
				turn, err := l.enter(t.Context(), "a:80", "", follow)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				order = append(order, name)
				mu.Unlock()
				time.Sleep(time.Second)
				turn.leave()
			})
			synctest.Wait()
			time.Sleep(time.Millisecond) // so that turns end one after the other
		}
		come("first", false)
		come("second", false)
		come("third", false)
		come("fourth", false)
		come("its picture", true)
		come("another picture", true)
		all.Wait()
		want := []string{"first", "second", "its picture", "another picture", "third", "fourth"}
		if !slices.Equal(order, want) {
			t.Errorf("order %q, want %q", order, want)
		}
	})
}

func TestLineOfASlowHostHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(4)
		var all sync.WaitGroup
		for range 30 {
			all.Go(func() { take(t, l, "slow:80", false, 4*time.Second) })
		}
		synctest.Wait()
		for i := range 20 {
			if stood, err := take(t, l, fmt.Sprintf("quick-%d:80", i), false, time.Millisecond); err != nil || stood != 0 {
				t.Errorf("quick host %d stood %v, %v", i, stood, err)
			}
		}
		all.Wait()
	})
}

func TestLinesShareTheTotalInRotation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(2)
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { take(t, l, "a:80", false, time.Second/4) })
		}
		synctest.Wait()
		all.Go(func() {
			if stood, err := take(t, l, "b:80", false, time.Second); err != nil || stood > time.Second/2 {
				t.Errorf("who came to another host stood %v behind the line of this one, %v", stood, err)
			}
		})
		all.Wait()
	})
}

func TestLineSendsAwayWhoComesAfterMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(16)
		take(t, l, "a:80", false, 50*time.Millisecond) // so that the host is known
		ctx, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range perHost + maxWaiting {
			all.Go(func() {
				if turn, err := l.enter(ctx, "a:80", "", false); err == nil {
					<-ctx.Done()
					turn.leave()
				}
			})
		}
		synctest.Wait()
		start := time.Now()
		var away []time.Duration
		for range 100 {
			_, err := l.enter(t.Context(), "a:80", "", false)
			away = append(away, wantBusy(t, err))
		}
		if took := time.Since(start); took != 0 {
			t.Errorf("being sent away took %v", took)
		}
		if away[0] < minAway || away[99] > maxAway || !slices.IsSorted(away) || away[99] < away[0]+time.Second {
			t.Errorf("sent away for %v: want times that are spread out", away)
		}
		leave()
		all.Wait()
	})
}

func TestLineKeepsNobodyForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(16)
		var all sync.WaitGroup
		for range perHost {
			all.Go(func() { take(t, l, "hangs:80", false, 10*time.Second) })
		}
		synctest.Wait()
		all.Go(func() {
			stood, err := take(t, l, "hangs:80", false, 0)
			if after := wantBusy(t, err); stood != patience || after < minAway || after > maxAway {
				t.Errorf("stood %v, sent away for %v", stood, after)
			}
		})
		all.Go(func() {
			stood, err := take(t, l, "hangs:80", true, 0)
			wantFault(t, err, fault.Unavailable, msgBusy)
			if stood != patience {
				t.Errorf("what follows stood %v", stood)
			}
		})
		time.Sleep(4 * time.Second) // by now the host is known to be slow: four in line would take it eight seconds
		for range 2 {
			all.Go(func() { take(t, l, "hangs:80", false, 0) })
			synctest.Wait()
		}
		stood, err := take(t, l, "hangs:80", false, 0)
		if wantBusy(t, err); stood != 0 {
			t.Errorf("stood %v in a line that was known to be long", stood)
		}
		all.Wait()
	})
}

func TestLineOfAHostThatWantsRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(16)
		turn, err := l.enter(t.Context(), "a:80", "", false)
		if err != nil {
			t.Fatal(err)
		}
		other, _ := l.enter(t.Context(), "a:80", "", false)
		var all sync.WaitGroup
		all.Go(func() {
			stood, err := take(t, l, "a:80", false, 0)
			if after := wantBusy(t, err); stood != time.Second || after < 30*time.Second || after > 31*time.Second {
				t.Errorf("who was in line stood %v and comes back after %v", stood, after)
			}
		})
		all.Go(func() {
			stood, err := take(t, l, "a:80", true, 0)
			if f := wantFault(t, err, fault.Unavailable, msgAlone); f.RetryAfter != 30*time.Second || stood != time.Second {
				t.Errorf("what follows stood %v and comes back after %v", stood, f.RetryAfter)
			}
		})
		time.Sleep(time.Second)
		turn.shut(30 * time.Second)
		turn.leave()
		other.leave()
		all.Wait()

		_, err = take(t, l, "a:80", false, 0)
		if after := wantBusy(t, err); after < 30*time.Second || after > 31*time.Second {
			t.Errorf("who came later comes back after %v", after)
		}
		_, err = take(t, l, "a:80", true, 0)
		wantFault(t, err, fault.Unavailable, msgAlone)
		if _, err := take(t, l, "b:80", false, 0); err != nil {
			t.Errorf("another host: %v", err)
		}
		time.Sleep(30 * time.Second)
		if stood, err := take(t, l, "a:80", false, 0); err != nil || stood != 0 {
			t.Errorf("after the rest: %v, %v", stood, err)
		}
	})
}

func TestLineRestsForTheLongestThatItWasAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(16)
		turn, _ := l.enter(t.Context(), "a:80", "", false)
		turn.shut(time.Minute)
		turn.shut(time.Second)
		turn.leave()
		_, err := l.enter(t.Context(), "a:80", "", false)
		if after := wantBusy(t, err); after < time.Minute || after > time.Minute+time.Second {
			t.Errorf("sent away for %v", after)
		}
	})
}

func TestLineIsLeftByThoseWhoGiveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(16)
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range perHost {
			all.Go(func() { take(t, l, "a:80", false, time.Second) })
		}
		synctest.Wait()
		all.Go(func() {
			if _, err := l.enter(ctx, "a:80", "", false); !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want the caller's", err)
			}
		})
		soon, stop := context.WithTimeout(t.Context(), time.Second/2)
		defer stop()
		all.Go(func() {
			_, err := l.enter(soon, "a:80", "", false)
			wantBusy(t, err) // it was not fetched, and so it did not fail
		})
		synctest.Wait()
		cancel()
		if stood, err := take(t, l, "a:80", false, 0); err != nil || stood != time.Second {
			t.Errorf("who came after them stood %v, %v", stood, err)
		}
		all.Wait()
		if l.free != 16 || len(l.waiting) != 0 || !l.hosts["a:80"].empty() {
			t.Errorf("something is left: %d free, %d waiting", l.free, len(l.waiting))
		}
	})
}

func TestTurnMovesToAnotherHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(16)
		turn, _ := l.enter(t.Context(), "short:80", "", false)
		if err := turn.move(t.Context(), "short:80"); err != nil || len(l.hosts["short:80"].active) != 1 {
			t.Errorf("a move to the same host: %v", err)
		}
		var all sync.WaitGroup
		for range perHost {
			all.Go(func() { take(t, l, "long:80", false, time.Second) })
		}
		synctest.Wait()
		all.Go(func() {
			start := time.Now()
			if err := turn.move(t.Context(), "long:80"); err != nil || time.Since(start) != time.Second {
				t.Errorf("moved after %v, %v", time.Since(start), err)
			}
			turn.leave()
			turn.leave() // the second time gives nothing back
		})
		synctest.Wait()
		if n := len(l.hosts["short:80"].active); n != 0 {
			t.Errorf("the first host's turn is held while waiting for the second's")
		}
		all.Wait()
		if l.free != 16 {
			t.Errorf("%d turns are free, want all", l.free)
		}
	})
}

func TestLinesForgetHosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLines(16)
		for i := range 10_000 {
			take(t, l, fmt.Sprintf("host-%d:80", i), false, time.Millisecond)
		}
		if n := len(l.hosts); n > minLines {
			t.Errorf("%d hosts are remembered", n)
		}
		for i := range 3 * maxLines {
			turn, err := l.enter(t.Context(), fmt.Sprintf("shut-%d:80", i), "", false)
			if err != nil {
				t.Fatal(err)
			}
			turn.shut(time.Hour)
			turn.leave()
		}
		if n := len(l.hosts); n > 2*maxLines {
			t.Errorf("%d shut hosts are remembered", n)
		}
	})
}

// However a crowd comes, its host is never idle: those who are sent away are back in time, and in no greater number than
// need be.
func TestCrowdKeepsItsHostBusy(t *testing.T) {
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
				l := newLines(16)
				start := time.Now()
				var all sync.WaitGroup
				var mu sync.Mutex
				tries := 0
				for i := range tt.crowd {
					all.Go(func() {
						for {
							_, err := takeAs(t, fmt.Sprint("user ", i%tt.users), l, "a:80", false, tt.pace)
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
