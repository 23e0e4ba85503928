package fetch

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Whatever happens in whatever order: never more than two of a host or than the total, nobody waits for what is free, and
// who came first goes first.
func TestLinesKeepTheirBounds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const total = 3
		m := &lineModel{T: rt, lines: newLines(total), now: time.Unix(1_000_000, 0), served: map[*turn]bool{}}
		rt.Repeat(map[string]func(*rapid.T){
			"join":  m.join,
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
}

func (m *lineModel) join(rt *rapid.T) {
	t := &turn{lines: m.lines, follow: rapid.Bool().Draw(rt, "follow"), came: make(chan error, 1)}
	host := rapid.SampledFrom([]string{"a:80", "b:80", "c:80"}).Draw(rt, "host")
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
	m.turns = slices.DeleteFunc(m.turns, func(t *turn) bool {
		select {
		case err := <-t.came:
			m.served[t] = err == nil
			return err != nil
		default:
			return false
		}
	})
}

func (m *lineModel) check(rt *rapid.T) {
	active, waits := map[*line]int{}, map[*line]map[bool]bool{}
	for _, t := range m.turns {
		switch first := waits[t.line]; {
		case !m.served[t] && first == nil:
			waits[t.line] = map[bool]bool{t.follow: true}
		case !m.served[t]:
			first[t.follow] = true
		case first[t.follow]:
			rt.Errorf("%s served somebody before who came first", t.line.host)
		}
		if m.served[t] {
			active[t.line]++
		}
	}
	sum := 0
	for h, n := range active {
		sum += n
		if n > perHost || n != h.active {
			rt.Errorf("%s has %d fetches under way, and counts %d", h.host, n, h.active)
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
