package fetch

import (
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The limits per host and in total hold, no fetch waits for a free slot, each user's fetches are
// served in order of arrival, and no user is served twice while another waits.
func TestSchedulerInvariants(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const total = 3
		m := &schedulerModel{T: rt, scheduler: newScheduler(total), now: time.Unix(1_000_000, 0), served: map[*slot]bool{}, passed: map[wait]map[string]bool{}}
		rt.Repeat(map[string]func(*rapid.T){
			"enqueue": m.enqueue,
			"crowd":   func(rt *rapid.T) { m.enqueue(rt); m.enqueue(rt); m.enqueue(rt) },
			"release": m.release,
			"pause":   m.pause,
			"wait": func(rt *rapid.T) {
				m.now = m.now.Add(time.Duration(rapid.IntRange(1, 5000).Draw(rt, "ms")) * time.Millisecond)
			},
			"": m.check,
		})
	})
}

// schedulerModel drives a scheduler without goroutines.
type schedulerModel struct {
	*rapid.T
	scheduler *scheduler
	now       time.Time
	slots     []*slot // queued or held, in order of arrival
	served    map[*slot]bool
	passed    map[wait]map[string]bool // users served since a user began to wait
}

// wait identifies a user who waits for a host.
type wait struct {
	queue *hostQueue
	user  string
}

// waits returns who waits, without priority fetches.
func (m *schedulerModel) waits() map[wait]bool {
	found := map[wait]bool{}
	for _, t := range m.slots {
		if !m.served[t] && !t.priority {
			found[wait{t.queue, t.user}] = true
		}
	}
	return found
}

// pass records that t was served before the others in its queue.
func (m *schedulerModel) pass(t *slot) {
	delete(m.passed, wait{t.queue, t.user})
	for w := range m.waits() {
		if t.priority || w.queue != t.queue || w.user == t.user {
			continue
		}
		if m.passed[w] == nil {
			m.passed[w] = map[string]bool{}
		}
		if m.passed[w][t.user] {
			m.Errorf("%q was served twice by %s while %q waited", t.user, t.queue.host, w.user)
		}
		m.passed[w][t.user] = true
	}
}

func (m *schedulerModel) enqueue(rt *rapid.T) {
	by := rapid.SampledFrom([]string{"", "ann", "bob"}).Draw(rt, "by")
	t := &slot{scheduler: m.scheduler, user: by, priority: rapid.IntRange(0, 4).Draw(rt, "follow") == 0, granted: make(chan error, 1)}
	host := rapid.SampledFrom([]string{"a:80", "b:80"}).Draw(rt, "host")
	if err := m.scheduler.enqueue(t, host, m.now); err == nil {
		m.slots = append(m.slots, t)
	}
	m.receive()
}

func (m *schedulerModel) release(rt *rapid.T) {
	if active := m.active(rt); active != nil {
		m.slots = slices.DeleteFunc(m.slots, func(t *slot) bool { return t == active })
		m.scheduler.release(active, m.now)
		m.receive()
	}
}

func (m *schedulerModel) pause(rt *rapid.T) {
	if active := m.active(rt); active != nil {
		m.scheduler.pause(active.queue, time.Second, m.now)
		m.receive()
	}
}

func (m *schedulerModel) active(rt *rapid.T) *slot {
	var active []*slot
	for _, t := range m.slots {
		if m.served[t] {
			active = append(active, t)
		}
	}
	if len(active) == 0 {
		return nil
	}
	return rapid.SampledFrom(active).Draw(rt, "turn")
}

// receive reads which slots were granted or rejected.
func (m *schedulerModel) receive() {
	var came []*slot
	m.slots = slices.DeleteFunc(m.slots, func(t *slot) bool {
		select {
		case err := <-t.granted:
			m.served[t] = err == nil
			came = append(came, t)
			return err != nil
		default:
			return false
		}
	})
	for _, t := range came {
		if m.served[t] {
			m.pass(t)
		}
	}
	waits := m.waits()
	maps.DeleteFunc(m.passed, func(w wait, _ map[string]bool) bool { return !waits[w] })
}

func (m *schedulerModel) check(rt *rapid.T) {
	type queue struct {
		line   *hostQueue
		by     string
		follow bool
	}
	active, before, waits := map[*hostQueue]int{}, map[queue]bool{}, map[*hostQueue]bool{}
	for _, t := range m.slots {
		q := queue{t.queue, t.user, t.priority}
		if t.priority {
			q.by = "" // one queue for all users
		}
		if !m.served[t] {
			before[q], waits[t.queue] = true, true
			continue
		}
		active[t.queue]++
		if before[q] {
			rt.Errorf("%s did not serve in order of arrival", t.queue.host)
		}
	}
	sum := 0
	for h, n := range active {
		sum += n
		if n > perHost || n != len(h.active) {
			rt.Errorf("%s has %d fetches under way, and counts %d", h.host, n, len(h.active))
		}
	}
	if sum+m.scheduler.free != 3 {
		rt.Errorf("%d fetches are under way and %d free", sum, m.scheduler.free)
	}
	for h := range waits {
		if m.scheduler.free > 0 && active[h] < perHost {
			rt.Errorf("a fetch waits for %s although a slot is free", h.host)
		}
	}
}
