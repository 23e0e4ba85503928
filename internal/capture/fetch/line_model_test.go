package fetch

import (
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Whatever happens in whatever order: never more than two of a host or than the total, nobody waits for what is free, of
// each user's fetches the one that came first goes first, and nobody goes twice while another user waits.
func TestLinesKeepTheirBounds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const total = 3
		m := &lineModel{T: rt, lines: newLines(total), now: time.Unix(1_000_000, 0), served: map[*turn]bool{}, passed: map[wait]map[string]bool{}}
		rt.Repeat(map[string]func(*rapid.T){
			"join":  m.join,
			"crowd": func(rt *rapid.T) { m.join(rt); m.join(rt); m.join(rt) },
			"leave": m.leave,
			"shut":  m.shut,
			"wait": func(rt *rapid.T) {
				m.now = m.now.Add(time.Duration(rapid.IntRange(1, 5000).Draw(rt, "ms")) * time.Millisecond)
			},
			"": m.check,
		})
	})
}

// lineModel drives lines by hand, without the goroutines that would stand in them.
type lineModel struct {
	*rapid.T
	lines  *lines
	now    time.Time
	turns  []*turn // in line or taken, as they came
	served map[*turn]bool
	passed map[wait]map[string]bool // who went ahead since a user began to wait in a line
}

// wait is a user's, in the line of a host.
type wait struct {
	line *line
	by   string
}

// waits are those of the fetches that don't follow.
func (m *lineModel) waits() map[wait]bool {
	found := map[wait]bool{}
	for _, t := range m.turns {
		if !m.served[t] && !t.follow {
			found[wait{t.line, t.by}] = true
		}
	}
	return found
}

// pass notes that t went ahead of those who wait in its line.
func (m *lineModel) pass(t *turn) {
	delete(m.passed, wait{t.line, t.by})
	for w := range m.waits() {
		if t.follow || w.line != t.line || w.by == t.by {
			continue
		}
		if m.passed[w] == nil {
			m.passed[w] = map[string]bool{}
		}
		if m.passed[w][t.by] {
			m.Errorf("%q went twice in the line of %s while %q waited", t.by, t.line.host, w.by)
		}
		m.passed[w][t.by] = true
	}
}

func (m *lineModel) join(rt *rapid.T) {
	by := rapid.SampledFrom([]string{"", "ann", "bob"}).Draw(rt, "by")
	t := &turn{lines: m.lines, by: by, follow: rapid.IntRange(0, 4).Draw(rt, "follow") == 0, came: make(chan error, 1)}
	host := rapid.SampledFrom([]string{"a:80", "b:80"}).Draw(rt, "host")
	if err := m.lines.join(t, host, m.now); err == nil {
		m.turns = append(m.turns, t)
	}
	m.settle()
}

func (m *lineModel) leave(rt *rapid.T) {
	if active := m.active(rt); active != nil {
		m.turns = slices.DeleteFunc(m.turns, func(t *turn) bool { return t == active })
		m.lines.done(active, m.now)
		m.settle()
	}
}

func (m *lineModel) shut(rt *rapid.T) {
	if active := m.active(rt); active != nil {
		m.lines.shut(active.line, time.Second, m.now)
		m.settle()
	}
}

func (m *lineModel) active(rt *rapid.T) *turn {
	var active []*turn
	for _, t := range m.turns {
		if m.served[t] {
			active = append(active, t)
		}
	}
	if len(active) == 0 {
		return nil
	}
	return rapid.SampledFrom(active).Draw(rt, "turn")
}

// settle hears who was served and who was sent away.
func (m *lineModel) settle() {
	var came []*turn
	m.turns = slices.DeleteFunc(m.turns, func(t *turn) bool {
		select {
		case err := <-t.came:
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

func (m *lineModel) check(rt *rapid.T) {
	type queue struct {
		line   *line
		by     string
		follow bool
	}
	active, before, waits := map[*line]int{}, map[queue]bool{}, map[*line]bool{}
	for _, t := range m.turns {
		q := queue{t.line, t.by, t.follow}
		if t.follow {
			q.by = "" // they stand in one line, whoever they belong to
		}
		if !m.served[t] {
			before[q], waits[t.line] = true, true
			continue
		}
		active[t.line]++
		if before[q] {
			rt.Errorf("%s served somebody before who came first", t.line.host)
		}
	}
	sum := 0
	for h, n := range active {
		sum += n
		if n > perHost || n != len(h.active) {
			rt.Errorf("%s has %d fetches under way, and counts %d", h.host, n, len(h.active))
		}
	}
	if sum+m.lines.free != 3 {
		rt.Errorf("%d fetches are under way and %d free", sum, m.lines.free)
	}
	for h := range waits {
		if m.lines.free > 0 && active[h] < perHost {
			rt.Errorf("somebody waits for %s although it is free", h.host)
		}
	}
}
