package tweet

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// tweet is the part of a response that Engram reads. Required fields are checked; the rest is
// lenient, since the service changes its decorations without notice.
type tweet struct {
	Type      string            `json:"__typename"`
	ID        string            `json:"id_str"`
	Text      string            `json:"text"` // HTML-escaped
	Range     lenient[*span]    `json:"display_text_range"`
	CreatedAt string            `json:"created_at"`
	Language  string            `json:"lang"`
	User      *user             `json:"user"`
	Entities  lenient[entities] `json:"entities"`
	Media     lenient[[]media]  `json:"mediaDetails"`
	Card      lenient[card]     `json:"card"`
	// present if the text is the beginning of a longer one
	Note          lenient[*struct{}] `json:"note_tweet"`
	ReplyTo       string             `json:"in_reply_to_status_id_str"`
	ReplyToAuthor string             `json:"in_reply_to_screen_name"`
	Quoted        lenient[*tweet]    `json:"quoted_tweet"`
	// also set if the quoted tweet is gone
	Quotes    lenient[bool]      `json:"is_quote_status"`
	QuotedID  lenient[string]    `json:"quoted_status_id_str"`
	Parent    lenient[*tweet]    `json:"parent"`
	Tombstone lenient[tombstone] `json:"tombstone"`

	data []byte // the response
}

// span is a range of the escaped text in Unicode code points.
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
	URL      string `json:"url"` // as in the text
	Display  string `json:"display_url"`
	Expanded string `json:"expanded_url"`
	Indices  span   `json:"indices"`
}

type media struct {
	Type string `json:"type"`            // photo, video or animated_gif
	URL  string `json:"media_url_https"` // of the picture, or of a video's poster
	Alt  string `json:"ext_alt_text"`
}

// card is the preview of a linked page, or a poll.
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

// lenient is a field that stays zero if it has an unexpected type.
type lenient[T any] struct{ value T }

// UnmarshalJSON implements json.Unmarshaler. It never fails.
func (l *lenient[T]) UnmarshalJSON(data []byte) error {
	var value T
	if json.Unmarshal(data, &value) == nil {
		l.value = value
	}
	return nil
}

// maxDepth bounds the nesting of JSON. Tweets need 9, and every level costs a pass over its
// content.
const maxDepth = 24

// Why a response has no tweet.
var (
	errGone      = errors.New("no such tweet")
	errMalformed = errors.New("not a tweet")
)

// parse parses the response for a tweet ID. It returns errGone, with the tombstone if there is one,
// or errMalformed.
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
	case t.User == nil || t.User.ScreenName == "": // the tweet of a suspended account
		return t, errGone
	case t.ID != id:
		return t, errMalformed
	}
	t.data = data
	return t, nil
}

// depth returns the nesting depth of JSON, and any number for invalid JSON.
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

// ancestors returns the tweets in the response that t replies to, nearest first.
func (t tweet) ancestors() []tweet {
	var out []tweet
	for p := t.Parent.value; p != nil && p.shows(); p = p.Parent.value {
		out = append(out, *p)
	}
	return out
}

// shows reports whether there is a tweet to show.
func (t *tweet) shows() bool { return t != nil && t.User != nil && t.User.ScreenName != "" }

// continues returns the ID of the tweet that t replies to if both are by the author, else "".
func (t tweet) continues(author *user) string {
	own := strings.EqualFold(t.User.ScreenName, author.ScreenName) && strings.EqualFold(t.ReplyToAuthor, author.ScreenName)
	if !own || !number.MatchString(t.ReplyTo) {
		return ""
	}
	return t.ReplyTo
}

// orphan reports whether t is a reply without its parent and not part of a thread by the author.
func (t tweet) orphan(author *user) bool {
	return t.data != nil && t.ReplyTo != "" && !t.Parent.value.shows() && t.continues(author) == ""
}

// quotesOne reports whether t quotes a tweet, even one that is gone.
func (t tweet) quotesOne() bool {
	return t.Quotes.value || t.QuotedID.value != "" || t.Quoted.value != nil
}

func contains(tweets []tweet, id string) bool {
	return slices.ContainsFunc(tweets, func(t tweet) bool { return t.ID == id })
}
