package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/answer"
	"engram/internal/conversation"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/memory"
)

// newTurn returns a turn with every stored field set, citing the memories.
func newTurn(question string, cites ...memory.Memory) conversation.Turn {
	t := conversation.Turn{
		Question: question, Asked: question + " (in full)", Kind: string(memory.Note), At: start,
		Filters: conversation.Filters{Kind: string(memory.Note), Since: start, Words: []string{"notes", "since March"}},
		Answer:  answer.Answer{Kind: answer.Answered, Blocks: document.Read("It is **so** [1]."), Model: "a model", Notice: "It took long."},
	}
	for i, m := range cites {
		t.Answer.Citations = append(t.Answer.Citations, answer.Citation{N: i + 1, MemoryID: m.ID, Quote: "passage U", Passage: 2, Span: [2]int{3, 12}, Page: 1})
		t.Sources = append(t.Sources, m.ID)
	}
	slices.Sort(t.Sources)
	t.Sources = slices.Compact(t.Sources)
	return t
}

// beginning returns the draft of a conversation's first turn, minutes after the start.
func beginning(userID string, turn conversation.Turn, minutes int) conversation.Draft {
	at := start.Add(time.Duration(minutes) * time.Minute)
	return conversation.Draft{
		Conversation: conversation.Conversation{ID: newID(), UserID: userID, Title: turn.Question, CreatedAt: at, UpdatedAt: at},
		New:          true, Turn: turn,
	}
}

func following(d conversation.Draft, turn conversation.Turn, minutes int) conversation.Draft {
	d.New, d.Turn = false, turn
	d.Conversation.UpdatedAt = start.Add(time.Duration(minutes) * time.Minute)
	return d
}

// converse stores a conversation of these questions, without citations.
func (f *fixture) converse(t *testing.T, userID string, minutes int, questions ...string) conversation.Draft {
	t.Helper()
	d := beginning(userID, newTurn(questions[0]), minutes)
	noError(t, f.KeepTurn(t.Context(), d))
	for _, q := range questions[1:] {
		noError(t, f.KeepTurn(t.Context(), following(d, newTurn(q), minutes)))
	}
	return d
}

// turns returns a conversation's turns, as read by the other node.
func (f *fixture) turns(t *testing.T, d conversation.Draft) []conversation.Turn {
	t.Helper()
	_, turns, err := f.node.Conversation(t.Context(), d.Conversation.UserID, d.Conversation.ID)
	noError(t, err)
	return turns
}

// titled returns the titles of a page.
func (f *fixture) titled(t *testing.T, userID string, page conversation.Page) (titles []string) {
	t.Helper()
	if page.Limit == 0 {
		page.Limit = 100
	}
	found, err := f.node.Conversations(t.Context(), userID, page)
	noError(t, err)
	for _, c := range found {
		titles = append(titles, c.Title)
	}
	return titles
}

func testConversations(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("turns are read as they were kept, in order, with the titles of cited memories", func(t *testing.T) {
		u := f.newUser(t)
		note, link := f.add(t, u.ID, memory.Note, 1), f.add(t, u.ID, memory.Link, 1)
		first, second := newTurn("Which knot?", link, note, link), newTurn("Why?")
		d := beginning(u.ID, first, 0)
		d.Conversation.Memory = link.ID
		noError(t, f.KeepTurn(ctx, d))
		noError(t, f.KeepTurn(ctx, following(d, second, 5)))
		got, turns, err := f.Conversation(ctx, u.ID, d.Conversation.ID)
		noError(t, err)
		want := d.Conversation
		want.Turns, want.UpdatedAt = 2, start.Add(5*time.Minute)
		equal(t, got, want)
		first.Titles = []string{link.Title, note.Title}
		equal(t, turns, []conversation.Turn{first, second})
	})

	t.Run("the filters of a question are read as stored, or absent", func(t *testing.T) {
		u := f.newUser(t)
		for _, filters := range []conversation.Filters{
			{Filter: "tag:a -is:read"}, {Kind: "note", Words: []string{"notes"}, Filter: `by:"a b"`},
			{},
			{Kind: "video", Words: []string{"video"}},
			{Since: start, Until: start.Add(time.Hour), Words: []string{"in \"February\""}},
			{Kind: "note", Until: start, Words: []string{"note", "before März"}},
		} {
			turn := newTurn("Which knot?")
			turn.Filters = filters
			d := beginning(u.ID, turn, 0)
			noError(t, f.KeepTurn(ctx, d))
			equal(t, f.turns(t, d)[0].Filters, filters)
		}
	})

	t.Run("what answers in a quote is lit again", func(t *testing.T) {
		u := f.newUser(t)
		turn := newTurn("Which knot?", f.add(t, u.ID, memory.Note, 1))
		turn.Answer.Citations[0].Quote, turn.Answer.Citations[0].Lit = "Two half hitches, they say.", [2]int{4, 16}
		turn.Answer.Blocks = document.Document{{Kind: document.Paragraph, Spans: []document.Span{
			{Text: "Two "}, {Text: "half hitches", Lit: true}, {Text: ", they say. "}, {Cite: 1},
		}}}
		d := beginning(u.ID, turn, 0)
		noError(t, f.KeepTurn(ctx, d))
		equal(t, f.turns(t, d)[0].Answer, turn.Answer)
	})

	t.Run("a turn of an earlier version has its kind and its places", func(t *testing.T) {
		for _, c := range []struct {
			markdown, model, place string
			kind                   answer.Kind
			page, second           int
		}{
			{"You saved 1 note:\n\n- Knots [1]", "", "page 12", answer.Listed, 12, 0},
			{"Two things:\n\n- Knots [1]", "a model", "at 1:02:03", answer.Answered, 0, 3723},
			{"- Knots [1]\n- Bends [1]", "", "at 0:42", answer.Answered, 0, 42},
			{"It is **so** [1].", "", "", answer.Answered, 0, 0},
		} {
			u := f.newUser(t)
			d := beginning(u.ID, newTurn("Which knot?"), 0)
			noError(t, f.KeepTurn(ctx, d))
			cited := fmt.Sprintf(`[{"n":1,"memory":"m","quote":"q","place":%q}]`, c.place)
			_, err := f.db.Writer().Exec(`UPDATE turns SET answer = $1, model = $2, citations = $3, answered = 1 WHERE user_id = $4`, c.markdown, c.model, cited, u.ID)
			noError(t, err)
			got := f.turns(t, d)[0].Answer
			equal(t, got.Kind, c.kind)
			equal(t, got.Markdown(), c.markdown)
			equal(t, got.Citations, []answer.Citation{{N: 1, MemoryID: "m", Quote: "q", Page: c.page, Second: c.second}})
		}
	})

	t.Run("a refusal has the memories that it names, and is not about them", func(t *testing.T) {
		u := f.newUser(t)
		turn := newTurn("Which knot?", f.add(t, u.ID, memory.Note, 1))
		turn.Answer.Kind = answer.Refused
		d := beginning(u.ID, turn, 0)
		noError(t, f.KeepTurn(ctx, d))
		equal(t, f.turns(t, d), []conversation.Turn{turn})
	})

	t.Run("text that an engine refuses is stored equally by both", func(t *testing.T) {
		u := f.newUser(t)
		turn := newTurn("a\x00b \xff", f.add(t, u.ID, memory.Note, 1))
		turn.Answer.Citations[0].Quote = "x\x00y"
		d := beginning(u.ID, turn, 0)
		noError(t, f.KeepTurn(ctx, d))
		got := f.turns(t, d)[0]
		equal(t, []string{got.Question, got.Answer.Citations[0].Quote}, []string{"ab \uFFFD", "xy"})
	})

	t.Run("conversations are listed last changed first, in pages", func(t *testing.T) {
		u := f.newUser(t)
		var drafts []conversation.Draft
		for i := range 5 {
			drafts = append(drafts, f.converse(t, u.ID, i/2, fmt.Sprint("question ", i))) // two at a time
		}
		noError(t, f.KeepTurn(ctx, following(drafts[0], newTurn("more"), 9)))
		want := []string{"question 0", "question 4", "question 3", "question 2", "question 1"}
		equal(t, f.titled(t, u.ID, conversation.Page{}), want)
		var paged []string
		page := conversation.Page{Limit: 2}
		for {
			found, err := f.Conversations(ctx, u.ID, page)
			noError(t, err)
			if len(found) == 0 {
				break
			}
			for _, c := range found {
				paged = append(paged, c.Title)
				page.Before = conversation.Position{UpdatedAt: c.UpdatedAt, ID: c.ID}
			}
		}
		equal(t, paged, want)
	})

	t.Run("a lagging clock does not move a conversation back", func(t *testing.T) {
		u := f.newUser(t)
		d := f.converse(t, u.ID, 5, "a question")
		noError(t, f.KeepTurn(ctx, following(d, newTurn("another"), 3)))
		got, _, err := f.Conversation(ctx, u.ID, d.Conversation.ID)
		noError(t, err)
		equal(t, got.UpdatedAt, start.Add(5*time.Minute))
	})

	t.Run("a list shows the last turn, a search the last one with one of the words", func(t *testing.T) {
		u := f.newUser(t)
		f.converse(t, u.ID, 0, "red boats", "green boats", "red houses")
		f.converse(t, u.ID, 1, "green hills", "red boats", "hills")
		shown := func(words ...string) (questions []string) {
			found, err := f.Conversations(ctx, u.ID, conversation.Page{Words: words, Limit: 9})
			noError(t, err)
			for _, c := range found {
				questions = append(questions, c.Turn.Question)
				equal(t, c.Turn.Answer.Markdown(), "It is **so** [1].")
			}
			return questions
		}
		equal(t, shown(), []string{"hills", "red houses"})
		equal(t, shown("green", "boat"), []string{"red boats", "green boats"})
		equal(t, shown("so"), []string{"hills", "red houses"})
	})

	t.Run("a search matches all words by prefix, in any turn, ignoring case and accents", func(t *testing.T) {
		u := f.newUser(t)
		f.converse(t, u.ID, 0, "Über CAFÉ, 100% naïve", "and snake_case?")
		answered := newTurn("other")
		answered.Answer.Blocks = document.Read("Ein [Straßenfest](https://example.com) in 東京都")
		noError(t, f.KeepTurn(ctx, beginning(u.ID, answered, 1)))
		for words, want := range map[string][]string{
			"":              {"other", "Über CAFÉ, 100% naïve"},
			"uber cafe":     {"Über CAFÉ, 100% naïve"},
			"caf snake":     {"Über CAFÉ, 100% naïve"},
			"afe":           nil,
			"cafe other":    nil,
			"%":             nil,
			"c_fe":          nil,
			"!":             nil,
			"strassen":      {"other"},
			"京都":            {"other"},
			"100":           {"Über CAFÉ, 100% naïve"},
			"' OR 1=1 -- x": nil,
		} {
			equal(t, f.titled(t, u.ID, conversation.Page{Words: strings.Fields(words)}), want)
		}
	})

	t.Run("a conversation has at most the maximum of turns, in order, even concurrently", func(t *testing.T) {
		u := f.newUser(t)
		d := f.converse(t, u.ID, 0, "first")
		won, refused := race(t, conversation.MostTurns+racers, fault.Invalid, func(i int) error {
			return f.either(i).KeepTurn(ctx, following(d, newTurn(fmt.Sprint(i)), i))
		})
		equal(t, []int{won, refused}, []int{conversation.MostTurns - 1, racers + 1})
		got, turns, err := f.Conversation(ctx, u.ID, d.Conversation.ID)
		noError(t, err)
		equal(t, []int{got.Turns, len(turns)}, []int{conversation.MostTurns, conversation.MostTurns})
		asked := map[string]bool{}
		for _, turn := range turns {
			asked[turn.Question] = true
		}
		equal(t, len(asked), conversation.MostTurns)
	})

	t.Run("a user has at most the maximum of conversations, and the oldest are deleted with their turns", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		f.converse(t, other.ID, 0, "theirs")
		for i := range conversation.MostKept + 3 {
			f.converse(t, u.ID, i, fmt.Sprint(i))
		}
		equal(t, []int{f.rows(t, u.ID, "conversations"), f.rows(t, u.ID, "turns")}, []int{conversation.MostKept, conversation.MostKept})
		titles := f.titled(t, u.ID, conversation.Page{Limit: conversation.MostKept + 3})
		equal(t, titles[len(titles)-1], "3")
		f.converse(t, u.ID, -60, "by a clock that lags")
		equal(t, f.titled(t, u.ID, conversation.Page{Words: []string{"lags"}}), []string{"by a clock that lags"})
		equal(t, f.rows(t, other.ID, "conversations"), 1)
	})

	t.Run("one conversation is deleted, or all of the user's", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		gone, kept := f.converse(t, u.ID, 0, "gone", "with this"), f.converse(t, u.ID, 1, "kept")
		theirs := f.converse(t, other.ID, 0, "theirs")
		noError(t, f.DropConversation(ctx, u.ID, gone.Conversation.ID))
		isFault(t, f.DropConversation(ctx, u.ID, gone.Conversation.ID), fault.NotFound, "Conversation not found")
		isFault(t, f.KeepTurn(ctx, following(gone, newTurn("too late"), 5)), fault.NotFound, "Conversation not found")
		equal(t, f.titled(t, u.ID, conversation.Page{}), []string{"kept"})
		equal(t, f.rows(t, u.ID, "turns"), 1)
		f.converse(t, u.ID, 2, "another")
		noError(t, f.DropConversations(ctx, u.ID))
		_, _, err := f.Conversation(ctx, u.ID, kept.Conversation.ID)
		isFault(t, err, fault.NotFound, "Conversation not found")
		equal(t, []int{f.rows(t, u.ID, "conversations"), f.rows(t, u.ID, "turns"), f.rows(t, u.ID, "turn_sources")}, []int{0, 0, 0})
		equal(t, len(f.turns(t, theirs)), 1)
	})

	t.Run("ROLE-06 a stranger neither reads, continues nor deletes one", func(t *testing.T) {
		owner, stranger := f.newUser(t), f.newUser(t)
		d := f.converse(t, owner.ID, 0, "mine")
		forged := following(d, newTurn("forged"), 1)
		forged.Conversation.UserID = stranger.ID
		isFault(t, f.KeepTurn(ctx, forged), fault.NotFound, "")
		_, _, err := f.Conversation(ctx, stranger.ID, d.Conversation.ID)
		isFault(t, err, fault.NotFound, "")
		isFault(t, f.DropConversation(ctx, stranger.ID, d.Conversation.ID), fault.NotFound, "")
		noError(t, f.DropConversations(ctx, stranger.ID))
		equal(t, len(f.titled(t, stranger.ID, conversation.Page{Words: []string{"mine"}})), 0)
		cites := newTurn("theirs", f.add(t, owner.ID, memory.Note, 1))
		noError(t, f.KeepTurn(ctx, beginning(stranger.ID, cites, 0)))
		equal(t, f.titled(t, stranger.ID, conversation.Page{}), []string{"theirs"})
		equal(t, f.rows(t, stranger.ID, "turn_sources"), 0)
		equal(t, len(f.turns(t, d)), 1)
	})
}

func testWithdrawing(t *testing.T, f *fixture) {
	ctx := t.Context()
	// withdrawn returns what remains of a turn.
	withdrawn := func(question string) conversation.Turn {
		return conversation.Turn{Question: question, Kind: string(memory.Note), At: start, Withdrawn: true}
	}

	t.Run("deleting a memory withdraws every answer that holds its words, and the rewritten follow-ups", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		gone, kept := f.add(t, u.ID, memory.Note, 1), f.add(t, u.ID, memory.Note, 1)
		d := beginning(u.ID, newTurn("knots", kept), 0)
		noError(t, f.KeepTurn(ctx, d))
		noError(t, f.KeepTurn(ctx, following(d, newTurn("hitches", kept, gone), 1)))
		quotes := following(d, newTurn("bends"), 2) // without a citation
		quotes.Turn.Sources = []string{gone.ID}
		noError(t, f.KeepTurn(ctx, quotes))
		noError(t, f.KeepTurn(ctx, following(d, newTurn("splices", kept), 3)))
		elsewhere := beginning(u.ID, newTurn("whippings", kept), 0)
		noError(t, f.KeepTurn(ctx, elsewhere))
		theirs := beginning(other.ID, newTurn("theirs", f.add(t, other.ID, memory.Note, 1)), 0)
		noError(t, f.KeepTurn(ctx, theirs))

		noError(t, f.Delete(ctx, u.ID, gone.ID))
		whole := func(question string) conversation.Turn {
			turn := newTurn(question, kept)
			turn.Asked, turn.Filters, turn.Titles = "", conversation.Filters{}, []string{kept.Title}
			return turn
		}
		equal(t, f.turns(t, d), []conversation.Turn{whole("knots"), withdrawn("hitches"), withdrawn("bends"), whole("splices")})
		equal(t, f.turns(t, elsewhere)[0].Asked, "whippings (in full)")
		equal(t, f.turns(t, elsewhere)[0].Filters, newTurn("whippings").Filters)
		equal(t, f.turns(t, theirs)[0].Withdrawn, false)
		equal(t, f.titled(t, u.ID, conversation.Page{Words: []string{"hitches"}}), []string{"knots"})

		noError(t, f.KeepTurn(ctx, following(d, newTurn("loops"), 4)))
		equal(t, f.turns(t, d)[4].Asked, "")
		equal(t, f.turns(t, d)[4].Filters, conversation.Filters{})
		asItIs := newTurn("shanks")
		asItIs.Asked = ""
		noError(t, f.KeepTurn(ctx, following(d, asItIs, 5)))
		equal(t, f.turns(t, d)[5].Filters, asItIs.Filters) // from its own words
		noError(t, f.Delete(ctx, u.ID, kept.ID))
		equal(t, f.turns(t, elsewhere), []conversation.Turn{withdrawn("whippings")})
		equal(t, f.titled(t, u.ID, conversation.Page{Words: []string{"so"}}), []string{"knots"}) // only in the turn "loops"
		noError(t, f.DropConversation(ctx, u.ID, d.Conversation.ID))
		equal(t, len(f.titled(t, u.ID, conversation.Page{Words: []string{"so"}})), 0)
		equal(t, f.rows(t, u.ID, "turn_sources"), 0)
	})

	t.Run("an answer whose memory was deleted while it was written is kept withdrawn", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Note, 1)
		noError(t, f.Delete(ctx, u.ID, m.ID))
		d := beginning(u.ID, newTurn("knots", m, f.add(t, u.ID, memory.Note, 1)), 0)
		noError(t, f.KeepTurn(ctx, d))
		equal(t, f.turns(t, d), []conversation.Turn{withdrawn("knots")})
		equal(t, f.rows(t, u.ID, "turn_sources"), 0)
	})

	t.Run("memories deleted while answers that cite them are kept leave no words behind", func(t *testing.T) {
		u := f.newUser(t)
		shared := f.converse(t, u.ID, 0, "first")
		for range 5 {
			memories := []memory.Memory{f.add(t, u.ID, memory.Note, 1), f.add(t, u.ID, memory.Note, 1)}
			d := f.converse(t, u.ID, 0, "another")
			race(t, 8, fault.Invalid, func(i int) error {
				switch {
				case i == 2 || i == 5:
					return f.either(i/2).Delete(ctx, u.ID, memories[i%2].ID)
				case i%2 == 0:
					return f.either(i/2).KeepTurn(ctx, following(shared, newTurn("racing", memories...), i))
				}
				return f.either(i/2).KeepTurn(ctx, following(d, newTurn("racing", memories...), i))
			})
			for _, turn := range append(f.turns(t, d), f.turns(t, shared)...) {
				if turn.Question == "racing" {
					equal(t, turn, withdrawn("racing"))
				}
			}
		}
		equal(t, f.rows(t, u.ID, "turn_sources"), 0)
	})
}
