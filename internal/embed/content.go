package embed

import "slices"

// Neighbours is the maximum number of passages on each side that the model reads with a short one.
const Neighbours = 4

const (
	// a shorter passage, some fifty words of English, is embedded with its neighbours
	shortBytes = 300
	fullBytes  = 600 // of one passage with its neighbours
)

// Short reports whether the passage needs its neighbours to be understood, such as a reply in a
// chat.
func (t Text) Short() bool { return len(t.Body) < shortBytes }

// textOf returns passage i of a memory with its neighbours.
func textOf(title string, bodies []string, i int) Text {
	t := Text{Title: title, Body: bodies[i]}
	if t.Short() {
		t.Before = slices.Clone(bodies[max(0, i-Neighbours):i])
		slices.Reverse(t.Before)
		t.After = bodies[i+1 : min(len(bodies), i+1+Neighbours)]
	}
	return t
}

// content returns the text that is embedded: the title, the passage and the nearest neighbours that
// fit. The passage goes before them because models weigh the beginning most.
func (t Text) content() string {
	before, after := "", ""
	room := fullBytes - len(t.Body)
	fits := func(side []string, distance int) bool {
		if distance >= len(side) || len(side[distance]) > room {
			return false
		}
		room -= len(side[distance])
		return true
	}
	for distance := range Neighbours {
		if fits(t.Before, distance) {
			before = "\n" + t.Before[distance] + before
		}
		if fits(t.After, distance) {
			after += "\n" + t.After[distance]
		}
	}
	return t.Title + "\n" + t.Body + before + after
}
