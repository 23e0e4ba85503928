package tweet_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/capture"
	"engram/internal/capture/fetch"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/tweet"
	"engram/internal/tweet/tweettest"
)

// shelf is a Store: what is kept by user and number, empty of what is saved and not captured yet.
type shelf map[[2]string]string

func (s shelf) KeptTweet(_ context.Context, userID, tweetID string) ([]byte, error) {
	if tweetID == "13" {
		return nil, errors.New("disk on fire")
	}
	kept := s[[2]string{userID, tweetID}]
	if kept == "" {
		return nil, fault.New(fault.NotFound, "Tweet not found")
	}
	return []byte(kept), nil
}

func (s shelf) HasTweet(_ context.Context, userID, tweetID string) (bool, error) {
	if tweetID == "14" {
		return false, errors.New("disk on fire")
	}
	_, ok := s[[2]string{userID, tweetID}]
	return ok, nil
}

// connect returns a Service that asks x through the real fetcher.
func connect(t *testing.T, x *tweettest.Service, kept shelf) *tweet.Service {
	t.Helper()
	client, err := fetch.New(fetch.Config{Allow: []string{"127.0.0.0/8"}})
	if err != nil {
		t.Fatal(err)
	}
	return tweet.New(client, x.URL, kept)
}

func saved(id string) memory.Memory {
	return memory.Memory{Kind: memory.Tweet, URL: "https://x.com/ada/status/" + id + "?s=20"}
}

func TestRead(t *testing.T) {
	x := tweettest.New(t)
	s := connect(t, x, nil)
	at := time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC)
	ada := "Ada Lovelace (@ada)"
	babbage := "Charles Babbage 🧮 (@babbage)"
	wrong := "On two occasions I have been asked: if you put into the machine wrong figures, will the right answers come out?"
	for _, c := range []struct {
		title, id string
		want      capture.Document
		sections  []string
	}{
		{
			"TWEET-17 TWEET-18 a text is as a reader sees it, emoji, escapes and addresses", tweettest.Plain,
			capture.Document{
				Title:       "🧠🇬🇧 The engine weaves algebraic patterns & numbers, just as the Jacquard loom weaves flowers <3 @babbage #notes $LOOM…",
				Description: "🧠🇬🇧 The engine weaves algebraic patterns & numbers, just as the Jacquard loom weaves flowers <3 @babbage #notes $LOOM example.org/sketch/notes-by-the-translator …",
			},
			[]string{ada + ": 🧠🇬🇧 The engine weaves algebraic patterns & numbers, just as the Jacquard loom weaves flowers <3 @babbage #notes $LOOM example.org/sketch/notes-by-the-translator …"},
		},
		{
			"TWEET-20 a photo is the picture, and what it shows is text", tweettest.Photo,
			capture.Document{
				Title: "The mill, seen from the north.", Description: "The mill, seen from the north.\nBrass everywhere!",
				ImageURL: x.URL + "/media/G1engine.jpg",
			},
			[]string{ada + ": The mill, seen from the north.\nBrass everywhere!\n\nImage: A brass calculating machine with thirty columns of wheels"},
		},
		{
			"photos without words", tweettest.Photos,
			capture.Document{Title: "Ada Lovelace on X", ImageURL: x.URL + "/media/G1engine.jpg", Language: "none"},
			[]string{ada + ":\n\nImage: Punched cards tied with ribbon\n\nImage: Card reader, opened"},
		},
		{
			"TWEET-20 a video's poster is the picture", tweettest.Video,
			capture.Document{
				Title: "Watch it carry the tens", Description: "Watch it carry the tens",
				ImageURL: x.URL + "/ext_tw_video_thumb/317/pu/img/carry.jpg",
			},
			[]string{ada + ": Watch it carry the tens\n\nVideo: Wheels turning one after the other"},
		},
		{
			"TWEET-19 a quoted tweet is read in place of its address", tweettest.Quote,
			capture.Document{
				Title: "I could not have put the confusion of ideas any better.", Description: "I could not have put the confusion of ideas any better.",
			},
			[]string{ada + ": I could not have put the confusion of ideas any better.", "Quoting " + babbage + ": " + wrong},
		},
		{
			"TWEET-19 a thread is read back to its beginning", tweettest.Third,
			capture.Document{
				Title:       "Third, the cycle repeats with the indices raised by one. 3/3",
				Description: "Third, the cycle repeats with the indices raised by one. 3/3", Published: time.Date(2026, 6, 1, 10, 2, 0, 0, time.UTC),
			},
			[]string{
				ada + ": Third, the cycle repeats with the indices raised by one. 3/3",
				"Replying to " + ada + ": Second, every variable card is named by the column that holds it. 2/3",
				"Replying to " + ada + ": A thread on Bernoulli numbers. First, the operations are written down as a table. 1/3",
			},
		},
		{
			"TWEET-19 a reply comes with what it replies to", tweettest.Reply,
			capture.Document{Title: "Garbage in, gospel out.", Description: "Garbage in, gospel out."},
			[]string{ada + ": Garbage in, gospel out.", "Replying to " + babbage + ": " + wrong},
		},
		{
			"the beginning of a long text says that there is more", tweettest.Long,
			capture.Document{
				Title: "It is desirable to guard against the possibility of exaggerated ideas that might arise as to the powers of the Analytical Engine. In…",
				Description: "It is desirable to guard against the possibility of exaggerated ideas that might arise as to the powers of the Analytical Engine. " +
					"In considering any new subject, there is frequently a tendency, first, to overrate what we find to be already interesting or remarkable; and…",
			},
			[]string{ada + ": It is desirable to guard against the possibility of exaggerated ideas that might arise as to the powers of the Analytical Engine. " +
				"In considering any new subject, there is frequently a tendency, first, to overrate what we find to be already interesting or remarkable; and…"},
		},
		{
			"the preview of a page is text", tweettest.Business,
			capture.Document{
				Title: "Our mills ship in June engines.example/mills", Description: "Our mills ship in June engines.example/mills",
				Author: "Analytical Engines Ltd (@engines)",
			},
			[]string{"Analytical Engines Ltd (@engines): Our mills ship in June engines.example/mills\n\nMills of forty columns\nDelivered oiled and tested"},
		},
		{
			"the choices of a poll are text", tweettest.Poll,
			capture.Document{Title: "Which engine first?", Description: "Which engine first?", Author: babbage},
			[]string{babbage + ": Which engine first?\n\nThe difference engine\nThe analytical engine"},
		},
		{
			"decorations of unknown shapes are left out", tweettest.Odd,
			capture.Document{Title: "Decorations come in any shape", Description: "Decorations come in any shape"},
			[]string{ada + ": Decorations come in any shape"},
		},
	} {
		t.Run(c.title, func(t *testing.T) {
			var steps []memory.Step
			got, err := s.Read(t.Context(), saved(c.id), func(step memory.Step) { steps = append(steps, step) })
			if err != nil {
				t.Fatal(err)
			}
			want := c.want
			want.Site, want.Tweet = "X", &capture.Tweet{ID: c.id, Data: x.Answer(c.id)}
			if want.Author == "" {
				want.Author = ada
			}
			if want.Published.IsZero() {
				want.Published = at
			}
			switch want.Language {
			case "":
				want.Language = "en"
			case "none":
				want.Language = ""
			}
			for _, text := range c.sections {
				want.Sections = append(want.Sections, capture.Section{Text: text})
			}
			for i := range got.Sections {
				got.Sections[i].Blocks = nil
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !slices.Equal(steps, []memory.Step{memory.Fetching, memory.Reading}) {
				t.Errorf("told %v", steps)
			}
		})
	}
}

func TestReadAsksLittle(t *testing.T) {
	x := tweettest.New(t)
	s := connect(t, x, nil)
	for _, c := range []struct {
		title string
		id    string
		want  []string
	}{
		{"a tweet alone", tweettest.Plain, []string{tweettest.Plain}},
		{"a quoted tweet in the response is not requested", tweettest.Second, []string{tweettest.Second}},
		{"the missing part of a thread is requested", tweettest.Third, []string{tweettest.Third, tweettest.First}},
		{"another's conversation is not followed", tweettest.Reply, []string{tweettest.Reply}},
	} {
		t.Run(c.title, func(t *testing.T) {
			before := len(x.Asked())
			if _, err := s.Read(t.Context(), saved(c.id), func(memory.Step) {}); err != nil {
				t.Fatal(err)
			}
			if got := x.Asked()[before:]; !slices.Equal(got, c.want) {
				t.Errorf("asked for %v, want %v", got, c.want)
			}
		})
	}
}

func TestReadReportsMissingParts(t *testing.T) {
	const thread, quote = "Part of this thread could not be read.", "The tweet that this one quotes could not be read."
	for _, c := range []struct {
		title, id string
		lost      string // upstream
		keeps     bool   // a copy from before
		sections  int
		want      string
	}{
		{"a thread without its beginning", tweettest.Third, tweettest.First, false, 2, thread},
		{"a thread without its middle", tweettest.Third, tweettest.Second, false, 1, thread},
		{"a reply to a tweet that is gone", tweettest.Reply, tweettest.Quoted, false, 1, thread},
		{"a quote whose tweet is gone", tweettest.Quote, tweettest.Quoted, true, 1, quote},
		{"a quote that is unknown now", tweettest.Quote, tweettest.Quoted, false, 1, ""},
		{"a tweet whose neighbours are all there", tweettest.Third, tweettest.Quoted, true, 3, ""},
		{"a quote that is there", tweettest.Quote, tweettest.First, true, 2, ""},
	} {
		t.Run("TWEET-23 "+c.title, func(t *testing.T) {
			t.Parallel()
			x := tweettest.New(t)
			x.Lose(c.lost)
			kept := shelf{}
			if c.keeps {
				kept[[2]string{"ann", c.id}] = string(x.Answer(c.id))
			}
			m := saved(c.id)
			m.UserID = "ann"
			got, err := connect(t, x, kept).Read(t.Context(), m, func(memory.Step) {})
			if err != nil || len(got.Sections) != c.sections || got.Tweet == nil {
				t.Errorf("got %d sections, %v", len(got.Sections), err)
			}
			checkPartial(t, got.Partial, fault.Invalid, c.want)
		})
	}

	t.Run("a failing store is an error", func(t *testing.T) {
		x := fetcherOf(`{"__typename":"Tweet","id_str":"13","user":{"screen_name":"ada"}}`)
		_, err := tweet.New(x, "https://x.example", shelf{}).Read(t.Context(), saved("13"), func(memory.Step) {})
		if err == nil || fault.KindOf(err) != fault.Internal {
			t.Errorf("got %v", err)
		}
	})
}

// TestReadReportsMissingQuotesAndThreads has the marks by which a tweet says that it quotes one, and questions for a
// thread that fail.
func TestReadReportsMissingQuotesAndThreads(t *testing.T) {
	const quote = "The tweet that this one quotes could not be read."
	const more = `,"in_reply_to_status_id_str":"7","in_reply_to_screen_name":"ada"`
	for _, c := range []struct {
		title, members string
		kind           fault.Kind
		want           string
	}{
		{"no mark", "", 0, ""},
		{"a number", `,"quoted_status_id_str":"7"`, fault.Invalid, quote},
		{"a flag", `,"is_quote_status":true`, fault.Invalid, quote},
		{"a flag that is not set", `,"is_quote_status":false`, 0, ""},
		{"marks of other shapes", `,"is_quote_status":"yes","quoted_status_id_str":7`, 0, ""},
		{"a quoted tweet without an author", `,"quoted_tweet":{"id_str":"7"}`, fault.Invalid, quote},
		{"marks beside the tweet", `,"is_quote_status":true,"quoted_status_id_str":"7","quoted_tweet":{"id_str":"7","user":{"screen_name":"bob"}}`, 0, ""},
		{"a thread that can't be had now", more, fault.Unavailable, "Part of this thread could not be read."},
	} {
		t.Run("TWEET-19 "+c.title, func(t *testing.T) {
			x := fetcherOf(`{"__typename":"Tweet","id_str":"20","user":{"screen_name":"ada"}` + c.members + `}`)
			got, err := tweet.New(x, "https://x.example", shelf{}).Read(t.Context(), saved("20"), func(memory.Step) {})
			if err != nil {
				t.Fatal(err)
			}
			checkPartial(t, got.Partial, c.kind, c.want)
		})
	}
}

// fetcherOf answers the first question, and is down from then on.
func fetcherOf(body string) capture.Fetcher { return &once{body} }

type once struct{ body string }

func (o *once) Fetch(context.Context, capture.Request) (capture.Page, error) {
	body := o.body
	if o.body = ""; body == "" {
		return capture.Page{}, fault.New(fault.Unavailable, "X is down")
	}
	return capture.Page{Body: []byte(body)}, nil
}

func checkPartial(t *testing.T, got error, kind fault.Kind, want string) {
	t.Helper()
	if want == "" {
		if got != nil {
			t.Errorf("partial: %v", got)
		}
		return
	}
	if f, ok := errors.AsType[*fault.Error](got); !ok || f.Message != want || f.Kind != kind {
		t.Errorf("partial: %v, want kind %d, %q", got, kind, want)
	}
}

func TestReadFails(t *testing.T) {
	const gone = "This tweet is gone or private."
	for _, c := range []struct {
		title, id string
		kind      fault.Kind
		message   string
		status    string // of ERR-12
		after     time.Duration
	}{
		{"a deleted tweet", tweettest.Deleted, fault.Invalid, gone + " X says: This Post was deleted by the Post author.", "200", 0},
		{
			"a private tweet", tweettest.Private, fault.Invalid,
			gone + " X says: You’re unable to view this Post because this account owner limits who can view their Posts.", "200", 0,
		},
		{"a withheld tweet", tweettest.Withheld, fault.Invalid, gone, "200", 0},
		{"a suspended author", tweettest.Suspended, fault.Invalid, gone, "200", 0},
		{"a tweet that never was", tweettest.Unknown, fault.Invalid, gone, "404", 0},
		{"a number that no tweet can have", "99999999999999999999", fault.Invalid, gone, "400", 0},
		{"an answer that breaks off", tweettest.Malformed, fault.Invalid, "X answered with something that can't be read as a tweet.", "200", 0},
		{"a web page", tweettest.Page, fault.Invalid, "X answered with something that can't be read as a tweet.", "200", 0},
		{"a service that is down", tweettest.Down, fault.Unavailable, "The page answered 503 Service Unavailable.", "503", 0},
		{"a service that does not answer", tweettest.Slow, fault.Unavailable, "The page did not answer in time.", "The page did not answer in time.: fetch: context deadline exceeded", 0},
		{"a service that wants to be asked slowly", tweettest.Limited, fault.Unavailable, "The page answered 429 Too Many Requests.", "429", 7 * time.Second},
	} {
		t.Run("ERR-12 "+c.title, func(t *testing.T) {
			t.Parallel()
			x := tweettest.New(t) // a fresh service: a rate-limited one is not called again
			doc, err := connect(t, x, nil).Read(t.Context(), saved(c.id), func(memory.Step) {})
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Kind != c.kind || f.Message != c.message || f.RetryAfter != c.after {
				t.Errorf("got %#v, want kind %d, %q after %v", err, c.kind, c.message, c.after)
			}
			if want := `Failed to fetch tweet at "` + x.URL + `/tweet-result?`; !strings.Contains(err.Error(), want) ||
				!strings.HasSuffix(err.Error(), `" with "`+c.status+`".`) {
				t.Errorf("the log says %q, want %q…, status %s", err, want, c.status)
			}
			if doc.Tweet != nil || len(doc.Sections) > 0 {
				t.Errorf("read all the same: %+v", doc)
			}
		})
	}

	t.Run("an address of no tweet is refused", func(t *testing.T) {
		x := tweettest.New(t)
		_, err := connect(t, x, nil).Read(t.Context(), memory.Memory{URL: "https://x.com/ada"}, func(memory.Step) {})
		if fault.KindOf(err) != fault.Invalid || len(x.Asked()) > 0 {
			t.Errorf("got %v, asked %v", err, x.Asked())
		}
	})
	t.Run("a cancelled capture is no fault", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		stopped, stop := context.WithCancel(t.Context())
		context.AfterFunc(ctx, stop)
		defer cancel()
		_, err := connect(t, tweettest.New(t), nil).Read(stopped, saved(tweettest.Slow), func(memory.Step) {})
		if !errors.Is(err, context.Canceled) || fault.KindOf(err) != fault.Internal {
			t.Errorf("got %v", err)
		}
	})
}

func TestGet(t *testing.T) {
	x := tweettest.New(t)
	kept := shelf{{"ann", tweettest.Plain}: `{"kept":true}`, {"ann", tweettest.Deleted}: `{"text":"still here"}`}
	for _, id := range []string{tweettest.Plain, tweettest.Deleted, tweettest.Unknown, tweettest.Malformed, tweettest.Down} {
		kept[[2]string{"bob", id}] = "" // saved, and not captured
	}
	for _, c := range []struct {
		title, user, id string
		want            []byte
		kind            fault.Kind
		asks            int
	}{
		{"TWEET-23 what is kept is given without asking", "ann", tweettest.Plain, []byte(`{"kept":true}`), 0, 0},
		{"TWEET-23 what is gone is given as it was kept", "ann", tweettest.Deleted, []byte(`{"text":"still here"}`), 0, 0},
		{"ROLE-06 another's copy is not given: it is asked for", "bob", tweettest.Plain, x.Answer(tweettest.Plain), 0, 1},
		{"ROLE-06 a user who did not save a tweet gets none", "cat", tweettest.Plain, nil, fault.NotFound, 0},
		{"the service is not called for an ID that no user saved", "ann", tweettest.Photo, nil, fault.NotFound, 0},
		{"a nought before the number means nothing", "ann", "0" + tweettest.Plain, []byte(`{"kept":true}`), 0, 0},
		{"ERR-11 a tweet that is gone", "bob", tweettest.Deleted, nil, fault.NotFound, 1},
		{"ERR-11 a tweet that never was", "bob", tweettest.Unknown, nil, fault.NotFound, 1},
		{"ERR-11 one that can't be read", "bob", tweettest.Malformed, nil, fault.NotFound, 1},
		{"ERR-11 a service that is down", "bob", tweettest.Down, nil, fault.Unavailable, 1},
		{"no number", "ann", "", nil, fault.NotFound, 0},
		{"no number but noughts", "ann", "000", nil, fault.NotFound, 0},
		{"no number but words", "ann", "1;drop", nil, fault.NotFound, 0},
		{"a number in other digits", "ann", "１２", nil, fault.NotFound, 0},
		{"a number of 21 digits", "ann", strings.Repeat("1", 21), nil, fault.NotFound, 0},
		{"a store that fails", "ann", "13", nil, fault.Internal, 0},
		{"a store that can't tell who saved it", "ann", "14", nil, fault.Internal, 0},
	} {
		t.Run(c.title, func(t *testing.T) {
			before := len(x.Asked())
			got, err := connect(t, x, kept).Get(t.Context(), c.user, c.id)
			if !bytes.Equal(got, c.want) || (err == nil) != (c.want != nil) || fault.KindOf(err) != c.kind {
				t.Errorf("got %.100q, %v", got, err)
			}
			if asked := len(x.Asked()) - before; asked != c.asks {
				t.Errorf("asked %d times, want %d", asked, c.asks)
			}
		})
	}
}

// TestFetchesAreInTheUsersName has a thread captured, and a card asked for.
func TestFetchesAreInTheUsersName(t *testing.T) {
	x := &noting{}
	s := tweet.New(x, "https://x.example", shelf{{"ann", "20"}: ""})
	m := saved("20")
	m.UserID = "ann"
	if _, err := s.Read(t.Context(), m, func(memory.Step) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), "ann", "20"); err != nil {
		t.Fatal(err)
	}
	want := []capture.Request{{UserID: "ann"}, {UserID: "ann", Priority: true}, {UserID: "ann"}}
	if diff := cmp.Diff(want, x.requests); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// noting is a Fetcher that reaches one tweet, the second of a thread, and notes in whose name it is
// asked for what.
type noting struct{ requests []capture.Request }

func (n *noting) Fetch(_ context.Context, r capture.Request) (capture.Page, error) {
	n.requests = append(n.requests, capture.Request{UserID: r.UserID, Priority: r.Priority})
	return capture.Page{Body: []byte(`{"__typename":"Tweet","id_str":"20","user":{"screen_name":"ada"},
		"in_reply_to_status_id_str":"7","in_reply_to_screen_name":"ada"}`)}, nil
}

// TestCardsDoNotDelayCaptures has one user ask on and on for tweets that they saved and that are
// gone.
func TestCardsDoNotDelayCaptures(t *testing.T) {
	x := tweettest.New(t)
	s := connect(t, x, shelf{{"mallory", tweettest.Deleted}: "", {"mallory", tweettest.Unknown}: ""})
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for i := range 64 {
		id := []string{tweettest.Deleted, tweettest.Unknown}[i%2]
		all.Go(func() {
			for ctx.Err() == nil {
				_, _ = s.Get(ctx, "mallory", id)
			}
		})
	}
	for range 20 {
		if _, err := s.Read(ctx, saved(tweettest.Plain), func(memory.Step) {}); err != nil {
			t.Error(err)
		}
	}
	stop()
	all.Wait()
	if asked := len(x.Asked()); asked > 20+10 {
		t.Errorf("%d questions", asked)
	}
}
