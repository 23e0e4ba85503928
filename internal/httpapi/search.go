package httpapi

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // people's time zones, where the machine knows none
	"unicode"
	"unicode/utf8"

	"engram/internal/account"
	"engram/internal/answer"
	"engram/internal/conversation"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/recall"
	"engram/internal/search"
)

const (
	relatedMemories = 10              // memories that one search returns at most
	keepTime        = 2 * time.Second // for an answer to be kept
)

type searchInput struct {
	TimeZone string `header:"Time-Zone" doc:"The IANA name of the zone whose days the query means, such as Europe/Berlin. UTC where it is absent or unknown."`

	Body struct {
		Query        string `json:"query" doc:"At most 2,000 characters."`
		Type         string `json:"type" enum:"all-memories,link,video,tweet,document,note"`
		ContentID    string `json:"contentId,omitempty" doc:"The id of the memory that alone is asked; absent: all are, or the one that the conversation is about."`
		Conversation string `json:"conversation,omitempty" doc:"The id of the conversation that is asked on; absent: another begins."`
	}
}

type wireCitation struct {
	N        int    `json:"n" doc:"The number in the answer: [1] is the first memory of content."`
	MemoryID string `json:"memoryId"`
	Quote    string `json:"quote" doc:"The words that the answer rests on, as they stand in the memory; empty where it is only named."`
	Place    string `json:"place" doc:"Where they stand, such as \"page 4\"; empty when the source has no places."`
}

type wireFilters struct {
	Type  string     `json:"type,omitempty" enum:"link,video,tweet,note,document" doc:"The kind that the query names."`
	Since *time.Time `json:"since,omitempty" doc:"Saved at or after it."`
	Until *time.Time `json:"until,omitempty" doc:"Saved before it."`
	Words []string   `json:"words" nullable:"false" doc:"The words of the query that were read so."`
}

type searchOutput struct {
	Body struct {
		Content   []wireMemory   `json:"content" nullable:"false" doc:"Related memories, best first; of a long note the first 4000 characters."`
		Answer    string         `json:"answer" doc:"Markdown that cites memories as [1], [2]. What a sentence that ends in [?] says is in none of them."`
		Answered  bool           `json:"answered" doc:"False when the memories hold no answer."`
		Degree    string         `json:"degree,omitempty" enum:"answered,closest,nothing" doc:"How well the memories answer: closest quotes what comes nearest to it, and may not answer. Absent where nothing was asked of them, as with a greeting."`
		Citations []wireCitation `json:"citations" nullable:"false"`
		Filters   *wireFilters   `json:"filters,omitempty" doc:"What the words of the query narrowed the search to; absent when nothing."`
		ContentID string         `json:"contentId,omitempty" doc:"The id of the memory that alone was asked; absent when all were."`
		Model     string         `json:"model,omitempty" doc:"The model that wrote the answer; absent where it is made of what was saved alone."`
		Notice    string         `json:"notice,omitempty" doc:"Why it is not the answer that one would expect, such as that the model did not answer in time."`

		Conversation string `json:"conversation,omitempty" doc:"The id of the conversation that holds it now; absent where it could not be kept."`
		Asked        string `json:"asked,omitempty" doc:"What a follow-up was read as; absent where it was taken as it is."`
	}
}

// search answers a question in one piece.
func (a *api) search(ctx context.Context, id account.Identity, in *searchInput) (_ *searchOutput, err error) {
	q, err := a.look(ctx, id, in)
	if err != nil {
		return nil, err
	}
	defer settle(ctx, q.giveBack, &err)
	a.lookAgain(ctx, q)
	out, err := a.reply(ctx, q, nil)
	if err != nil {
		return nil, err
	}
	a.keep(ctx, q, out)
	return out, nil
}

// question is one whose memories are found, and which is to be answered.
type question struct {
	userID   string
	private  bool // nothing of it may leave this machine
	text     string
	asked    string // what it was read as behind those before it
	told     string // the same, as a person is told it
	kind     memory.Kind
	zone     *time.Location // of whoever asks
	thread   conversation.Thread
	alone    *memory.Memory // that is asked; nil: all are
	aside    answer.Aside   // zero where it asks something of memories
	matches  []recall.Match // side by side with memories
	memories []memory.Memory
	filters  search.Filters
	listing  *answer.Listing // nil: it is about a subject
	answer   answer.Answer   // once it is written
	giveBack func()          // of the search that it took of the day's allowance
}

// about is the question as answerers have it, in these words.
func (q *question) about(text string) answer.Question {
	return answer.Question{UserID: q.userID, Text: text, Before: q.thread.Before(), Matches: q.matches, Private: q.private, Listing: q.listing, Alone: q.alone != nil, Aside: q.aside}
}

// look takes one of the day's searches and finds the memories for a question. A search that fails is given back, unless
// who asked hung up. What surely asks nothing of memories takes none, and finds none.
func (a *api) look(ctx context.Context, id account.Identity, in *searchInput) (_ *question, err error) {
	q := &question{userID: id.User().ID, private: id.User().Private, text: strings.TrimSpace(in.Body.Query), kind: kindOf(in.Body.Type), zone: zoneOf(in.TimeZone)}
	if err := q.check(); err != nil {
		return nil, err
	}
	if q.thread, err = a.Conversations.Thread(ctx, q.userID, in.Body.Conversation, in.Body.ContentID); err != nil {
		return nil, err
	}
	if q.alone, err = a.askedAlone(ctx, q); err != nil {
		return nil, err
	}
	if q.alone == nil {
		q.aside = answer.AsideTo(q.text)
	}
	if q.aside.Sure {
		q.asked, q.told, q.giveBack = q.text, q.text, func() {}
		return q, nil
	}
	if q.giveBack, err = a.Quota.Search(ctx, q.userID, a.Plans); err != nil {
		return nil, err
	}
	defer settle(ctx, q.giveBack, &err)
	asked, told := q.thread.Read(q.text)
	q.told = told
	return q, a.find(ctx, q, asked)
}

func (q *question) check() error {
	switch {
	case !strings.ContainsFunc(q.text, visible):
		return fault.New(fault.Invalid, "Please enter a search query")
	case utf8.RuneCountInString(q.text) > conversation.MaxQuestion:
		return fault.New(fault.Invalid, "Please ask in at most 2,000 characters")
	case q.kind != "" && !q.kind.Known():
		return fault.New(fault.Invalid, "Unknown type of memory")
	}
	return nil
}

// askedAlone returns the memory that the question is asked of, nil when it is asked of all.
func (a *api) askedAlone(ctx context.Context, q *question) (*memory.Memory, error) {
	id := q.thread.Memory
	if id == "" {
		return nil, nil
	}
	found, err := a.Memories.ByIDs(ctx, q.userID, []string{id})
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0 && q.thread.ID != "":
		return nil, fault.New(fault.NotFound, "The memory that this conversation is about is not there any more")
	case len(found) == 0:
		return nil, fault.New(fault.NotFound, "Memory not found")
	case q.kind != "" && q.kind != found[0].Kind:
		return nil, fault.New(fault.Invalid, "The memory is of another type")
	}
	return &found[0], nil
}

// zoneOf is a place's time zone by its name, or nil.
func zoneOf(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil || zone == time.Local { // which is ours
		return nil
	}
	return zone
}

// visible reports whether a character is one that a person sees by itself: no blank, control or mark, and none of the letters
// that are drawn as nothing.
func visible(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// find finds the memories for the question, read as asked.
func (a *api) find(ctx context.Context, q *question, asked string) error {
	began := a.Now()
	result, err := a.Search.Search(ctx, q.userID, search.Request{
		Text: asked, Kind: string(q.kind), Memory: q.thread.Memory, Limit: relatedMemories, Private: q.private, Zone: q.zone,
	})
	if err != nil {
		return err
	}
	a.Observer.Search(a.Now().Sub(began))
	q.asked, q.filters, q.listing = asked, result.Filters, (*answer.Listing)(result.Listing)
	q.matches, q.memories, err = a.present(ctx, q.userID, result.Matches)
	return err
}

// lookAgain has a model read a follow-up and, where that reads it otherwise, finds the memories anew. It reports whether they
// are others. Where none can be found so, those that were found stand. What is listed says by its words alone what it asks for.
func (a *api) lookAgain(ctx context.Context, q *question) (others bool) {
	if q.listing != nil || q.aside.Sure {
		return false
	}
	rewritten, ok := a.Conversations.Rewrite(ctx, q.about(q.text))
	if !ok || rewritten == q.asked {
		return false
	}
	before := *q
	if err := a.find(ctx, q, rewritten); err != nil {
		*q = before
		if ctx.Err() == nil {
			a.Log.Warn("a follow-up was not searched as a model reads it", "error", err)
		}
		return false
	}
	q.told = rewritten
	same := slices.EqualFunc(before.memories, q.memories, func(a, b memory.Memory) bool { return a.ID == b.ID })
	return !same || !reflect.DeepEqual(before.filters, q.filters)
}

// settle is deferred where a question may fail: then it costs nothing of the day's allowance. Whoever hangs up has had the
// work done for them.
func settle(ctx context.Context, giveBack func(), err *error) {
	cause := recover()
	if cause != nil || *err != nil && ctx.Err() == nil {
		giveBack()
	}
	if cause != nil {
		panic(cause)
	}
}

// reply writes the answer, and tells of it as it comes where tell is not nil.
func (a *api) reply(ctx context.Context, q *question, tell func(answer.Piece)) (_ *searchOutput, err error) {
	q.answer, err = a.Answers.Answer(ctx, q.about(q.asked), tell)
	if err == nil {
		err = ctx.Err() // nobody waits for it any more
	}
	if err != nil {
		return nil, err
	}
	if q.alone != nil {
		q.answer.Notice = strings.TrimSpace(unread(q.alone.Status) + " " + q.answer.Notice)
	}
	out := &searchOutput{}
	out.Body.ContentID = q.thread.Memory
	out.Body.Content = a.wireAll(ctx, q.memories)
	out.Body.Answer, out.Body.Answered, out.Body.Degree = q.answer.Markdown, q.answer.Answered, degreeOf(q.answer)
	out.Body.Citations, out.Body.Filters = wireCitations(q.answer.Citations), filtersOf(q.filters)
	out.Body.Model, out.Body.Notice = q.answer.Model, q.answer.Notice
	if q.told != q.text {
		out.Body.Asked = q.told
	}
	return out, nil
}

// degreeOf says how well memories answer, empty where nothing was asked of them.
func degreeOf(a answer.Answer) string {
	switch {
	case a.Answered:
		return "answered"
	case a.Instead == answer.Closest:
		return "closest"
	case a.Instead == answer.Spoken:
		return ""
	}
	return "nothing"
}

// unread says why an answer from one memory may lack what stands in its source.
func unread(status memory.Status) string {
	switch status {
	case memory.Pending:
		return "This memory is still being read. Only what is known of it by now was asked."
	case memory.Failed:
		return "This memory could not be read. Only what is known of it was asked."
	}
	return ""
}

// keep keeps a question with its answer, and says in which conversation. An answer that can't be kept is one all the same:
// then there is none.
func (a *api) keep(ctx context.Context, q *question, out *searchOutput) {
	ctx, cancel := context.WithTimeout(ctx, keepTime)
	defer cancel()
	turn := conversation.Turn{Question: q.text, Asked: out.Body.Asked, Kind: string(q.kind), Filters: q.filters, Answer: q.answer}
	id, err := a.Conversations.Keep(ctx, q.thread, turn, q.matches)
	switch {
	case err == nil, ctx.Err() == context.Canceled:
	case fault.KindOf(err) == fault.Internal:
		a.Log.Warn("an answer was not kept", "error", err)
	default: // the conversation was deleted or filled meanwhile
		a.Log.Debug("an answer was not kept", "error", err)
	}
	out.Body.Conversation = id
}

// present returns matches and their memories side by side. A memory that was deleted since the index read it is left out
// of both, so that the numbers of the answer stay those of the list.
func (a *api) present(ctx context.Context, userID string, matches []recall.Match) ([]recall.Match, []memory.Memory, error) {
	ids := make([]string, len(matches))
	for i, match := range matches {
		ids[i] = match.MemoryID
	}
	memories, err := a.Memories.Cards(ctx, userID, ids)
	if err != nil {
		return nil, nil, err
	}
	present := matches[:0]
	for _, match := range matches {
		if n := len(present); n < len(memories) && memories[n].ID == match.MemoryID {
			present = append(present, match)
		}
	}
	return present, memories, nil
}

func filtersOf(f search.Filters) *wireFilters {
	if f.Empty() {
		return nil
	}
	return &wireFilters{Type: f.Kind, Since: timeOrNull(f.Since), Until: timeOrNull(f.Until), Words: f.Words}
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func wireCitations(citations []answer.Citation) []wireCitation {
	out := make([]wireCitation, len(citations))
	for i, c := range citations {
		out[i] = wireCitation{N: c.N, MemoryID: c.MemoryID, Quote: c.Quote, Place: c.Place}
	}
	return out
}
