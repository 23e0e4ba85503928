package bench

import (
	"context"
	"fmt"
	"strings"
	"time"

	"engram/internal/embed"
	"engram/internal/memory"
	"engram/internal/recall/vector"
)

// A note is about one thing at one place, in sentences that the encoder can read. Each fact is a
// sentence with its question; marks in braces stand for what differs between notes.
var (
	noteThings = strings.Fields(`boiler washing-machine bicycle piano garden roof cellar car kitchen balcony lamp sofa fence
		chimney printer telephone freezer wardrobe staircase greenhouse`)
	notePeople = strings.Fields(`Vera Anton Maria Jonas Elena Felix Greta Hugo Irene Karl Laura Martin Nora Oscar Paula Quentin
		Rosa Simon Teresa Victor Wanda Adrian Bianca Clara Dennis Edith Fabian Gloria Henrik Ingrid Julian Katrin Leonard Miriam
		Norbert Olivia Pascal Renata Stefan Ursula`)
	notePlaces = strings.Fields(`Lisbon Vienna Bergen Madrid Prague Dublin Naples Geneva Athens Warsaw Hamburg Lyon Porto Turin
		Seville Bristol Leeds Ghent Basel Utrecht Malmö Riga Tallinn Vilnius Cork`)
	noteDays = strings.Fields(`Monday Tuesday Wednesday Thursday Friday Saturday Sunday`)

	noteFacts = []struct{ said, asked string }{
		{"{person} comes on {day} to repair the {thing}.", "When does {person} come to {place} to repair the {thing}?"},
		{"The spare key for the {thing} lies in drawer {number} beside the window.", "Where is the spare key for the {thing} at {person}'s in {place}?"},
		{"It cost {number} euros, and {person} paid half of that.", "How much did the {thing} at {person}'s in {place} cost?"},
		{"The guarantee ends in {year}, so keep the receipt in the blue folder.", "When does the guarantee of the {thing} at {person}'s in {place} end?"},
		{"{person} says that it must be cleaned every {number} weeks with warm water and vinegar.", "How often must the {thing} at {person}'s in {place} be cleaned?"},
		{"We painted it green with {person} when the old colour came off after the winter.", "Who painted the {thing} at {person}'s in {place} green?"},
		{"Call the shop at extension {number} before you order new parts for the {thing}.", "Which extension do I call for parts of the {thing} at {person}'s in {place}?"},
		{"The neighbours asked whether they may use the {thing} while we are away on {day}.", "On which day may the neighbours at {person}'s in {place} use the {thing}?"},
	}
)

// factsInNote is the number of sentences after the first.
const factsInNote = 4

// aNote holds the parts of a note, and what may be asked of it.
type aNote struct {
	title, thing string
	facts        []int // of noteFacts
	fill         *strings.Replacer
}

// note returns the note of that number, from 0.
func (c *corpus) note(number int) aNote {
	random := c.random("note", number)
	one := func(of []string) string { return of[random.IntN(len(of))] }
	n := aNote{thing: one(noteThings), facts: random.Perm(len(noteFacts))[:factsInNote]}
	place := one(notePlaces)
	n.title = strings.ToUpper(n.thing[:1]) + n.thing[1:] + ", " + place
	n.fill = strings.NewReplacer("{thing}", n.thing, "{place}", place, "{person}", one(notePeople), "{day}", one(noteDays),
		"{number}", fmt.Sprint(10+random.IntN(90)), "{year}", fmt.Sprint(2027+random.IntN(20)))
	return n
}

// noteOpening is the first sentence of every note.
const noteOpening = "What I know about the {thing} in {place}, where {person} lives."

func (n aNote) text() string {
	said := n.title + "\n" + n.fill.Replace(noteOpening)
	for _, f := range n.facts {
		said += " " + n.fill.Replace(noteFacts[f].said)
	}
	return said
}

// apart is the distance between notes asked one after the other, so that none is asked twice.
const apart = 7919

// asked returns the number-th question, about one of the given number of notes.
func (c *corpus) asked(number, notes int) string {
	random := c.random("asked", number)
	n := c.note(number * apart % notes)
	return n.fill.Replace(noteFacts[n.facts[random.IntN(len(n.facts))]].asked)
}

// noteMeanings are the meanings of facts about things, read once: those of a note are their mean, so that ten thousand notes need
// not be read.
type noteMeanings struct {
	model embed.Embedder
	read  map[string][]float32
}

func (m noteMeanings) of(ctx context.Context, n aNote) ([]int8, error) {
	var sum []float32
	for _, f := range n.facts {
		said := strings.NewReplacer("{thing}", n.thing, "{person}", notePeople[0], "{day}", noteDays[0], "{number}", "20", "{year}", "2030").
			Replace(noteFacts[f].said)
		if m.read[said] == nil {
			vectors, err := m.model.Embed(ctx, []string{n.thing + ". " + said}, embed.Passage)
			if err != nil {
				return nil, err
			}
			m.read[said] = vectors[0]
		}
		if sum == nil {
			sum = make([]float32, len(m.read[said]))
		}
		for i, x := range m.read[said] {
			sum[i] += x
		}
	}
	return vector.Quantise(sum), nil
}

// noted is a note as it is saved.
func (c *corpus) noted(userID string, number int) (memory.Memory, memory.Passage) {
	n := c.note(number)
	at := time.Date(2025, 1, 1, 0, number, 0, 0, time.UTC)
	m := memory.Memory{ID: fmt.Sprintf("note-%06d", number), UserID: userID, Kind: memory.Note, Title: n.title, Status: memory.Ready, CreatedAt: at}
	return m, memory.Passage{Text: n.text()}
}
