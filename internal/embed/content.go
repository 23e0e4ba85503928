package embed

import "slices"

// Reach is how many passages on each side of a short one the model may read with it.
const Reach = 4

const (
	short = 300 // bytes; a passage of less, some fifty words of English, is read with what stands around it
	full  = 600 // bytes; as much as is read of all together, unless one passage alone is longer
)

// Short reports whether the passage is understood from what stands around it, such as a turn of a conversation.
func (t Text) Short() bool { return len(t.Body) < short }

// textOf is the passage number i of a memory.
func textOf(title string, bodies []string, i int) Text {
	t := Text{Title: title, Body: bodies[i]}
	if t.Short() {
		t.Before = slices.Clone(bodies[max(0, i-Reach):i])
		slices.Reverse(t.Before)
		t.After = bodies[i+1 : min(len(bodies), i+1+Reach)]
	}
	return t
}

// content is what the model reads: a passage from the middle of a page seldom says what it is about, and one of a few words
// seldom says anything alone. What comes first counts most, so the passage goes before those around it; of them, the nearest
// that there is room for, in the order in which they were said.
func (t Text) content() string {
	before, after := "", ""
	room := full - len(t.Body)
	fits := func(beside []string, apart int) bool {
		if apart >= len(beside) || len(beside[apart]) > room {
			return false
		}
		room -= len(beside[apart])
		return true
	}
	for apart := range Reach {
		if fits(t.Before, apart) {
			before = "\n" + t.Before[apart] + before
		}
		if fits(t.After, apart) {
			after += "\n" + t.After[apart]
		}
	}
	return t.Title + "\n" + t.Body + before + after
}
