package semaphore

import (
	"fmt"
	"testing"
	"testing/synctest"
)

// Ann holds all four slots and waits for more. The first two she releases go to others.
func TestNoUserHoldsMoreThanHalfWhileOthersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(4)
		var order []string
		enter := func(userID string) {
			go func() {
				if _, err := l.Acquire(t.Context(), userID); err == nil {
					order = append(order, userID)
				}
			}()
			synctest.Wait()
		}
		for _, userID := range []string{"ann", "ann", "ann", "ann", "ann", "ann", "bob", "cem", "bob"} {
			enter(userID)
		}
		for range 5 {
			l.release("ann")
			synctest.Wait()
		}
		if got := fmt.Sprint(order); got != "[ann ann ann ann bob cem ann bob ann]" {
			t.Errorf("got %s", got)
		}
		for _, userID := range []string{"bob", "bob", "cem", "ann"} {
			l.release(userID)
		}
		if l.free != 4 || len(l.held) != 0 || l.count != 0 {
			t.Errorf("left behind: %+v", l)
		}
	})
}
