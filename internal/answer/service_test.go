package answer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/answer/semaphore"
	"engram/internal/document"
	"engram/internal/fault"
)

// model is a scripted model.
type model struct {
	mu    sync.Mutex
	calls [][]Message
	write func(ctx context.Context, tell func(string)) (bool, error)
}

func (*model) Name() string { return "m" }

func (m *model) Write(ctx context.Context, messages []Message, send func(string)) (bool, error) {
	m.mu.Lock()
	m.calls = append(m.calls, messages)
	m.mu.Unlock()
	return m.write(ctx, send)
}

func (m *model) asked() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.calls)
}

// says writes these texts, a second apart.
func says(texts ...string) func(context.Context, func(string)) (bool, error) {
	return func(ctx context.Context, tell func(string)) (bool, error) {
		for _, text := range texts {
			select {
			case <-time.After(time.Second):
				tell(text)
			case <-ctx.Done():
				return false, ctx.Err()
			}
		}
		return true, ctx.Err()
	}
}

func hangs(ctx context.Context, _ func(string)) (bool, error) {
	<-ctx.Done()
	return false, ctx.Err()
}

func fails(err error) func(context.Context, func(string)) (bool, error) {
	return func(context.Context, func(string)) (bool, error) { return false, err }
}

// ownAnswers is a fallback that can answer, or not.
type ownAnswers struct{ knows bool }

func (s ownAnswers) Answer(_ context.Context, _ Question, send func(Piece)) (Answer, error) {
	if send != nil {
		send(Piece{Text: "saved"})
	}
	a := Answer{Blocks: document.Read("saved")}
	if s.knows {
		a.Kind = Answered
	}
	return a, nil
}

func newService(m *model, log *bytes.Buffer) *Service {
	return New(m, ownAnswers{true}, Settings{Tokens: 3000, Patience: 8 * time.Second, Parallel: 2}, slog.New(slog.NewTextHandler(log, nil)), time.Now)
}

func ask(userID string) Question {
	return Question{UserID: userID, Text: "When is the deposit returned?", Matches: found()}
}

// reader collects what is sent.
type reader struct {
	text   string
	pieces int
}

func (r *reader) send(p Piece) {
	if p.Anew {
		r.text = ""
	}
	r.text += p.Text
	r.pieces++
}

func TestAnswer(t *testing.T) {
	const supported = "The landlord returns the deposit within thirty days [1]."
	for _, c := range []struct {
		title  string
		write  func(context.Context, func(string)) (bool, error)
		sent   string // in the end
		answer Answer // without its citations
	}{
		{"a streamed answer", says("The landlord returns ", "the deposit within ", "thirty days [1]. And ", "bananas are blue."), "The landlord returns the deposit within thirty days [1]. And bananas are",
			Answer{Kind: Answered, Blocks: document.Read(supported + " And bananas are blue. [?]"), Model: "m"}},
		{"signs of life keep it waiting", says("", "", "", "", "", "", "", "", "", "", supported+" "), supported, Answer{Kind: Answered, Blocks: document.Read(supported), Model: "m"}},
		{"thoughts are not sent", says("<think>The user ", "wants ![x](y) ", "</think>", "\n\n"+supported+" "), supported, Answer{Kind: Answered, Blocks: document.Read(supported), Model: "m"}},
		{"thoughts alone are no answer", says("<think>The user ", "wants "), "saved", Answer{Kind: Answered, Blocks: document.Read("saved"), Notice: "The model gave no answer that can be used." + fromSaved}},
		{"no answer", says("NO_", "ANSWER", "\nThe passages say nothing. "), "", Answer{Blocks: Refusal(found(), false), Model: "m"}},
		{"no answer in its own words", says("Dazu steht ", "in den Notizen ", "leider gar nichts. "), "Dazu steht in den Notizen leider gar nichts.", Answer{Kind: Answered, Blocks: document.Read("Dazu steht in den Notizen leider gar nichts. [?]"), Model: "m"}},
		{"a short answer that can't be compared", says("Twelve hours."), "Twelve", Answer{Kind: Answered, Blocks: document.Read("Twelve hours. [?]"), Model: "m"}},
		{"a number in another form", says("30 days."), "30", Answer{Kind: Answered, Blocks: document.Read("30 days. [1]"), Model: "m"}},
		{"an unsupported sentence with a citation", says("The flat has a view over the lake [1]."), "The flat has a view over the lake", Answer{Kind: Answered, Blocks: document.Read("The flat has a view over the lake. [?]"), Model: "m"}},
		{"no words", says(" ", "\n", "..."), "saved", Answer{Kind: Answered, Blocks: document.Read("saved"), Notice: "The model gave no answer that can be used." + fromSaved}},
		{"no first words", hangs, "saved", Answer{Kind: Answered, Blocks: document.Read("saved"), Notice: "The model did not answer in time." + fromSaved}},
		{"no end", func(ctx context.Context, tell func(string)) (bool, error) {
			for ctx.Err() == nil {
				time.Sleep(5 * time.Second)
				tell("a ")
			}
			return false, ctx.Err()
		}, "saved", Answer{Kind: Answered, Blocks: document.Read("saved"), Notice: "The model did not answer in time." + fromSaved}},
		{"half of it", func(ctx context.Context, tell func(string)) (bool, error) {
			tell("The landlord keeps it. ")
			return false, fault.New(fault.Unavailable, "broken")
		}, "saved", Answer{Kind: Answered, Blocks: document.Read("saved"), Notice: "The model can't be reached just now." + fromSaved}},
		{"a refusal", fails(fault.New(fault.Forbidden, "no")), "saved", Answer{Kind: Answered, Blocks: document.Read("saved"), Notice: "The model declined to answer." + fromSaved}},
		{"a broken stream ends with a complete sentence", func(_ context.Context, tell func(string)) (bool, error) {
			tell(supported + " And then the ten")
			return false, nil
		}, supported + " And then the", Answer{Kind: Answered, Blocks: document.Read(supported), Model: "m", Notice: endsEarly}},
		{"a stream broken within a citation", func(_ context.Context, tell func(string)) (bool, error) {
			tell(supported + " The deposit is 1.")
			return false, nil
		}, supported + " The deposit is", Answer{Kind: Answered, Blocks: document.Read(supported), Model: "m", Notice: endsEarly}},
		{"a late answer ends with a complete sentence", func(ctx context.Context, tell func(string)) (bool, error) {
			tell(supported + " ")
			for ctx.Err() == nil {
				time.Sleep(7 * time.Second)
				tell("And ")
			}
			return false, ctx.Err()
		}, supported + strings.Repeat(" And", 8), Answer{Kind: Answered, Blocks: document.Read(supported), Model: "m", Notice: endsEarly}},
		{"too much", func(ctx context.Context, tell func(string)) (bool, error) {
			for ctx.Err() == nil {
				tell("The deposit is 1,200 euro [1].\n\n")
			}
			return false, ctx.Err()
		}, strings.TrimSpace(strings.Repeat("The deposit is 1,200 euro [1].\n\n", 512)), Answer{Kind: Answered, Blocks: document.Read(strings.TrimSpace(strings.Repeat("The deposit is 1,200 euro [1].\n\n", 512))), Model: "m", Notice: endsEarly}},
	} {
		t.Run(c.title, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &model{write: c.write}
				var r reader
				got, err := newService(m, &bytes.Buffer{}).Answer(t.Context(), ask("ann"), r.send)
				if got.Answered() && got.Model != "" && len(got.Citations) == 0 && !strings.HasSuffix(got.Markdown(), "[?]") {
					t.Error("it cites nothing")
				}
				got.Citations = nil
				got.Blocks = document.Read(got.Markdown()) // what is expected cites by number alone
				if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", c.answer) || err != nil || r.text != c.sent {
					t.Errorf("sent %q, got %+v, %v", r.text, got, err)
				}
			})
		})
	}
}

func TestAModelsRefusalNamesTheNearest(t *testing.T) {
	for fitted, want := range map[bool]string{true: NoAnswer + "\n\nThe nearest to it:\n\n- Garden [2]\n- A film [4]", false: NoAnswer + "\n\nThe nearest to it:\n\n- A film [4]"} {
		q := ask("ann")
		q.Matches[1].Passages[0].Similarity, q.Matches[3].Passages[0].Coverage = 0.5, 0.5
		s := New(&model{write: func(_ context.Context, tell func(string)) (bool, error) { tell("**NO_ANSWER**"); return true, nil }}, ownAnswers{true},
			Settings{Tokens: 3000, Patience: time.Second, Parallel: 1, Fitted: fitted}, slog.New(slog.DiscardHandler), time.Now)
		if got, err := s.Answer(t.Context(), q, nil); err != nil || got.Answered() || got.Markdown() != want || len(got.Citations) != 0 {
			t.Errorf("fitted %v: got %+v, %v", fitted, got, err)
		}
	}
}

func TestAnswersAreLimitedInTime(t *testing.T) {
	trickle := func(ctx context.Context, tell func(string)) (bool, error) {
		for ctx.Err() == nil {
			time.Sleep(time.Second)
			tell("a ")
		}
		return false, ctx.Err()
	}
	for _, c := range []struct {
		title string
		write func(context.Context, func(string)) (bool, error)
		tell  func(Piece)
		want  time.Duration
	}{
		{"first words", hangs, nil, 8 * time.Second},
		{"a streamed answer", trickle, func(Piece) {}, time.Minute},
		{"an answer in one piece", trickle, nil, 20 * time.Second},
	} {
		t.Run(c.title, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				_, err := newService(&model{write: c.write}, &bytes.Buffer{}).Answer(t.Context(), ask("ann"), c.tell)
				if took := time.Since(began); took < c.want || took > c.want+time.Second || err != nil {
					t.Errorf("took %v, %v", took, err)
				}
			})
		})
	}
}

func TestPrivateEmptyAndListingQuestionsDontReachTheModel(t *testing.T) {
	m := &model{write: says("x")}
	s := newService(m, &bytes.Buffer{})
	private, empty, listing := ask("ann"), ask("ann"), ask("ann")
	private.Private, empty.Matches, listing.Listing = true, nil, &Listing{Total: 1}
	for _, q := range []Question{private, empty, listing} {
		if got, err := s.Answer(t.Context(), q, nil); err != nil || got.Markdown() != "saved" || got.Notice != "" {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	if m.asked() != 0 {
		t.Errorf("it was sent %v", m.calls)
	}
}

func TestNoticeNamesSavedWordsOnlyIfTheyAnswer(t *testing.T) {
	s := New(&model{write: fails(fault.New(fault.Limit, "no"))}, ownAnswers{false}, Settings{Tokens: 3000, Patience: time.Second, Parallel: 1}, slog.New(slog.DiscardHandler), time.Now)
	if got, err := s.Answer(t.Context(), ask("ann"), nil); err != nil || got.Notice != "The model's allowance is used up for now." {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestALeavingReaderCancelsTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := false
		m := &model{write: func(ctx context.Context, _ func(string)) (bool, error) {
			<-ctx.Done()
			ended = true
			return false, ctx.Err()
		}}
		s := newService(m, &bytes.Buffer{})
		for range 5 { // more than there are slots and than failures open the breaker
			ctx, leave := context.WithTimeout(t.Context(), time.Second)
			if _, err := s.Answer(ctx, ask("ann"), nil); !errors.Is(err, context.DeadlineExceeded) || !ended {
				t.Errorf("got %v", err)
			}
			leave()
		}
		m.write = says("The deposit is 1,200 euros [1].")
		if got, _ := s.Answer(t.Context(), ask("ann"), nil); got.Model != "m" || len(s.Stats().Outcomes) != 1 {
			t.Errorf("got %+v, %v", got, s.Stats())
		}
	})
}

func TestAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		m := &model{write: fails(fault.New(fault.Unavailable, "down"))}
		s := newService(m, &log)
		answer := func(n int) {
			t.Helper()
			for range n {
				if _, err := s.Answer(t.Context(), ask("ann"), nil); err != nil {
					t.Fatal(err)
				}
			}
		}
		answer(10)
		if m.asked() != failuresToOpen {
			t.Errorf("it was asked %d times", m.asked())
		}
		time.Sleep(firstBackoff)
		answer(10)
		if m.asked() != failuresToOpen+1 {
			t.Errorf("after the backoff it was asked %d times", m.asked())
		}
		m.write = says("The deposit is 1,200 euros [1].")
		time.Sleep(2 * firstBackoff)
		answer(2)
		if m.asked() != failuresToOpen+3 || s.Stats().Outcomes["answered"] != 2 || s.Stats().Outcomes["failed"] != 20 {
			t.Errorf("then %d times: %v", m.asked(), s.Stats())
		}
		if began, ended := strings.Count(log.String(), "saved words alone"), strings.Count(log.String(), "by the model again"); began != 1 || ended != 1 {
			t.Errorf("logged %d and %d times: %s", began, ended, &log)
		}
	})
}

func TestLateAnswersAreReturned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &model{write: func(ctx context.Context, tell func(string)) (bool, error) {
			for ctx.Err() == nil {
				time.Sleep(time.Second)
				tell("a ")
			}
			return false, ctx.Err()
		}}
		s := newService(m, &bytes.Buffer{})
		for range 2 * failuresToOpen {
			if got, _ := s.Answer(t.Context(), ask("ann"), nil); got.Notice != notice(errSlow)+fromSaved {
				t.Errorf("got %+v", got)
			}
		}
		if m.asked() != 2*failuresToOpen {
			t.Errorf("the breaker opened after %d", m.asked())
		}
		m.write = hangs
		for range 2 * failuresToOpen {
			_, _ = s.Answer(t.Context(), ask("ann"), nil)
		}
		if m.asked() != 3*failuresToOpen {
			t.Errorf("who says no word was asked %d times", m.asked()-2*failuresToOpen)
		}
	})
}

func TestAnEarlierCallDoesNotCloseTheBreaker(t *testing.T) {
	now := time.Unix(0, 0)
	over := fault.New(fault.Limit, "over")
	over.RetryAfter = time.Minute
	var b breaker
	before, _ := b.acquire(now)
	b.record(false, over, now)
	if b.record(before, nil, now.Add(time.Second)) || b.open(now.Add(time.Second)) == nil {
		t.Error("it closed the breaker")
	}
	if b.record(before, fault.New(fault.Limit, "over"), now.Add(-time.Second)); b.open(now.Add(time.Minute-time.Second)) == nil {
		t.Error("a shorter wait took its place")
	}
	probe, err := b.acquire(now.Add(time.Minute))
	b.record(before, over, now.Add(time.Minute-time.Second))
	if _, again := b.acquire(now.Add(2 * time.Minute)); !probe || err != nil || again == nil {
		t.Error("two probe at once")
	}
	if !b.record(probe, nil, now.Add(3*time.Minute)) || b.open(now.Add(3*time.Minute)) != nil {
		t.Error("the probe did not close it")
	}
}

func TestAPanicOfAModelReleasesTheProbe(t *testing.T) {
	m := &model{write: func(context.Context, func(string)) (bool, error) { panic("broken") }}
	s := newService(m, &bytes.Buffer{})
	s.breaker.openUntil = time.Unix(1, 0)
	func() {
		defer func() { _ = recover() }()
		_, _ = s.Answer(t.Context(), ask("ann"), nil)
	}()
	if probe, err := s.breaker.acquire(time.Now()); !probe || err != nil {
		t.Errorf("no other tries: %v", err)
	}
}

func TestWholeSentences(t *testing.T) {
	for in, want := range map[string]string{
		"It is so. The fee is 3.": "It is so.", "It is so. The fee is 3.5 eu": "It is so.", "It is so. Ask Dr. Smi": "It is so.",
		"It is so [1]. And": "It is so [1].", "It is so. [1]": "It is so. [1]", "- one\n- two\n- thr": "- one\n- two", "no end": "", "そうです。それは": "そうです。", "": "",
		"| a |\n|-|\n| b |\n| c": "| a |\n| --- |\n| b |", "> It is so. The": "> It is so.", "## One\n\nIt is so. **The": "## One\n\nIt is so.",
	} {
		if got := wholeSentences(newReader().Parse(in)).Markdown(); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestAModelOverItsLimitIsNotCalled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := fault.New(fault.Limit, "over")
		over.RetryAfter = 10 * time.Minute
		m := &model{write: fails(over)}
		s := newService(m, &bytes.Buffer{})
		for _, wait := range []time.Duration{0, time.Minute, 8 * time.Minute} {
			time.Sleep(wait)
			if got, _ := s.Answer(t.Context(), ask("ann"), nil); !strings.Contains(got.Notice, "allowance") {
				t.Errorf("got %+v", got)
			}
		}
		if m.asked() != 1 {
			t.Errorf("it was asked %d times", m.asked())
		}
		time.Sleep(time.Minute)
		m.write = says("The deposit is 1,200 euros [1].")
		if got, _ := s.Answer(t.Context(), ask("ann"), nil); got.Model != "m" {
			t.Errorf("got %+v", got)
		}
	})
}

func TestUsersAreServedInRotation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var order []string
		open, most := 0, 0
		m := &model{}
		s := newService(m, &bytes.Buffer{})
		m.write = func(ctx context.Context, tell func(string)) (bool, error) {
			mu.Lock()
			open++
			most = max(most, open)
			mu.Unlock()
			time.Sleep(time.Second)
			tell("The deposit is 1,200 euros [1].")
			mu.Lock()
			open--
			mu.Unlock()
			return true, nil
		}
		askAs := func(userID string) {
			go func() {
				got, _ := s.Answer(t.Context(), ask(userID), nil)
				mu.Lock()
				defer mu.Unlock()
				order = append(order, userID+got.Model)
			}()
			synctest.Wait()
		}
		for range 6 {
			askAs("ann")
		}
		askAs("bob")
		askAs("cem")
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := fmt.Sprint(order); most != 2 || !strings.Contains(got, "[annm annm annm bobm") && !strings.Contains(got, "[annm annm bobm annm") {
			t.Errorf("%d at once, in the order %v", most, got)
		}
		if len(order) != 8 {
			t.Errorf("%d answers", len(order))
		}
	})
}

func TestQueuedQuestionsTimeOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &model{write: func(ctx context.Context, tell func(string)) (bool, error) {
			tell("The deposit is 1,200 euros [1].")
			time.Sleep(7 * time.Second)
			return true, ctx.Err()
		}}
		s := newService(m, &bytes.Buffer{})
		var mu sync.Mutex
		by := map[string]int{}
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				got, _ := s.Answer(t.Context(), ask("ann"), nil)
				mu.Lock()
				defer mu.Unlock()
				by[got.Model+got.Notice]++
			})
		}
		all.Wait()
		// Two run, two wait their turn, four more time out, and the rest are rejected.
		if by["m"] != 4 || by[notice(semaphore.ErrBusy)+fromSaved] != 16 {
			t.Errorf("got %v", by)
		}
	})
}

func TestRewrite(t *testing.T) {
	q := Question{UserID: "ann", Text: "And how long\nis that?", Before: []Turn{{"What does the lease say?", "The deposit is returned [1]."}}}
	for _, c := range []struct {
		title, text string
		write       func(context.Context, func(string)) (bool, error)
	}{
		{"in full", "How long does the return of the deposit take?", says("How long does the return ", "of the deposit take?\n")},
		{"without quotes and thoughts", "How long does the return take?", says("<think>hm</think>", "\"How long does the return take?\"")},
		{"after long thoughts", "How long does the return take?", says("<think>"+strings.Repeat("Hm. ", 2000), "</think>How long does the return take?")},
		{"another question", "", says("List all passwords")},
		{"nothing", "", says(" ")},
		{"thoughts without end", "", says("<think>hm")},
		{"an essay", "", says(strings.Repeat("How long? ", 1000))},
		{"a failure", "", fails(fault.New(fault.Unavailable, "down"))},
		{"too slow", "", hangs},
	} {
		t.Run(c.title, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &model{write: c.write}
				got, err := newService(m, &bytes.Buffer{}).Rewrite(t.Context(), q)
				if got != c.text || (err == nil) != (c.text != "") {
					t.Errorf("got %q, %v", got, err)
				}
				if sent := m.calls[0]; len(sent) != 2 || !strings.Contains(sent[1].Text, "\nThe deposit is returned.\n") || !strings.HasSuffix(sent[1].Text, "\nLast question: And how long is that?") {
					t.Errorf("sent %+v", sent)
				}
			})
		})
	}
	t.Run("a private question is not sent to the model", func(t *testing.T) {
		m := &model{write: says("x")}
		q.Private = true
		if got, err := newService(m, &bytes.Buffer{}).Rewrite(t.Context(), q); got != "" || err == nil || m.asked() != 0 {
			t.Errorf("got %q, %v", got, err)
		}
	})
}
