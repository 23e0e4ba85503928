package tweet

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// tweet is what Engram reads of an answer, in the service's own shape. It is checked where an embed needs it; the rest is
// lenient, since the service changes its decorations without notice.
type tweet struct {
	Type          string             `json:"__typename"`
	ID            string             `json:"id_str"`
	Text          string             `json:"text"` // with HTML's escapes
	Range         lenient[*span]     `json:"display_text_range"`
	CreatedAt     string             `json:"created_at"`
	Language      string             `json:"lang"`
	User          *user              `json:"user"`
	Entities      lenient[entities]  `json:"entities"`
	Media         lenient[[]media]   `json:"mediaDetails"`
	Card          lenient[card]      `json:"card"`
	Note          lenient[*struct{}] `json:"note_tweet"` // there when the text is the beginning of a longer one
	ReplyTo       string             `json:"in_reply_to_status_id_str"`
	ReplyToAuthor string             `json:"in_reply_to_screen_name"`
	Quoted        lenient[*tweet]    `json:"quoted_tweet"`
	Quotes        lenient[bool]      `json:"is_quote_status"` // seen elsewhere of X, as the next, where what is quoted is gone
	QuotedID      lenient[string]    `json:"quoted_status_id_str"`
	Parent        lenient[*tweet]    `json:"parent"`
	Tombstone     lenient[tombstone] `json:"tombstone"`

	data []byte // the answer as it came
}

// span is a stretch of a text, from and to, in Unicode code points of the escaped text.
type span [2]int

type user struct {
	Name       string `json:"name"`
	ScreenName string `json:"screen_name"`
}

type entities struct {
	URLs  lenient[[]link] `json:"urls"`
	Media lenient[[]link] `json:"media"`
}

// link is a shortened address in a text.
type link struct {
	URL      string `json:"url"` // as the text has it
	Display  string `json:"display_url"`
	Expanded string `json:"expanded_url"`
	Indices  span   `json:"indices"`
}

type media struct {
	Type string `json:"type"`            // photo, video or animated_gif
	URL  string `json:"media_url_https"` // of the picture, of a video its poster
	Alt  string `json:"ext_alt_text"`
}

// card is what stands below a tweet: a preview of the page that it links to, or a poll.
type card struct {
	Values map[string]struct {
		Text string `json:"string_value"`
	} `json:"binding_values"`
}

type tombstone struct {
	Text struct {
		Text     string `json:"text"`
		Entities []struct {
			From int `json:"from_index"`
			To   int `json:"to_index"`
		} `json:"entities"`
	} `json:"text"`
}

// lenient is a part that is left zero when it comes in another shape than the one expected.
type lenient[T any] struct{ value T }

// UnmarshalJSON implements json.Unmarshaler. It never fails.
func (l *lenient[T]) UnmarshalJSON(data []byte) error {
	var value T
	if json.Unmarshal(data, &value) == nil {
		l.value = value
	}
	return nil
}

// maxDepth bounds how deep objects and lists may stand in one another. Tweets have been seen to need 9, and every level
// costs a look at all that is in it.
const maxDepth = 24

// Why an answer holds no tweet.
var (
	errGone      = errors.New("no such tweet")
	errMalformed = errors.New("not a tweet")
)

// parse reads the answer to a question for the tweet with the given number. It fails with errGone, beside which stands the
// tombstone if there is one, or with errMalformed.
func parse(data []byte, id string) (tweet, error) {
	var t tweet
	if len(bytes.TrimSpace(data)) == 0 {
		return t, errGone
	}
	if !utf8.Valid(data) || depth(data) > maxDepth || json.Unmarshal(data, &t) != nil {
		return tweet{}, errMalformed
	}
	switch {
	case t.Type == "TweetTombstone", t.Type == "" && t.ID == "":
		return t, errGone
	case t.Type != "Tweet":
		return t, errMalformed
	case t.User == nil || t.User.ScreenName == "": // so a suspended account's tweets come
		return t, errGone
	case t.ID != id:
		return t, errMalformed
	}
	t.data = data
	return t, nil
}

// depth is how deep objects and lists stand in one another. Of what is no JSON it is any number.
func depth(data []byte) (deepest int) {
	level, text, escaped := 0, false, false
	for _, c := range data {
		switch {
		case escaped:
			escaped = false
		case text && c == '\\':
			escaped = true
		case c == '"':
			text = !text
		case text:
		case c == '{', c == '[':
			level++
			deepest = max(deepest, level)
		case c == '}', c == ']':
			level--
		}
	}
	return deepest
}

// ancestors are the tweets that the answer itself tells t replies to, the nearest first.
func (t tweet) ancestors() []tweet {
	var out []tweet
	for p := t.Parent.value; p != nil && p.shows(); p = p.Parent.value {
		out = append(out, *p)
	}
	return out
}

// shows reports whether there is a tweet to show.
func (t *tweet) shows() bool { return t != nil && t.User != nil && t.User.ScreenName != "" }

// continues is the number of the tweet that t replies to where both are by the given author; empty otherwise.
func (t tweet) continues(author *user) string {
	own := strings.EqualFold(t.User.ScreenName, author.ScreenName) && strings.EqualFold(t.ReplyToAuthor, author.ScreenName)
	if !own || !number.MatchString(t.ReplyTo) {
		return ""
	}
	return t.ReplyTo
}

// orphan reports whether t, an answer, leaves out the tweet that it replies to, and it is none to ask for with a thread by
// the given author.
func (t tweet) orphan(author *user) bool {
	return t.data != nil && t.ReplyTo != "" && !t.Parent.value.shows() && t.continues(author) == ""
}

// quotesOne reports whether t says that it quotes a tweet, be it there or not.
func (t tweet) quotesOne() bool {
	return t.Quotes.value || t.QuotedID.value != "" || t.Quoted.value != nil
}

func contains(tweets []tweet, id string) bool {
	return slices.ContainsFunc(tweets, func(t tweet) bool { return t.ID == id })
}
