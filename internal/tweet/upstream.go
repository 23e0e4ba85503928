package tweet

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

const (
	answerLimit = 1 << 20         // bytes; answers have been seen to need 30 KB
	askTimeout  = 5 * time.Second // for an answer to arrive
	nowTimeout  = 8 * time.Second // for a person who waits for a card, the waits for turns included

	msgNotFound  = "Tweet not found"
	msgGone      = "This tweet is gone or private."
	msgMalformed = "X answered with something that can't be read as a tweet."
	msgSilent    = "X does not answer now. Please try again later."
	msgUnquoted  = "The tweet that this one quotes could not be read."
	msgPartial   = "Part of this thread could not be read."
)

// features is what embeds on web pages ask for, so that an answer is the one that they get.
const features = "tfw_timeline_list:;tfw_follower_count_sunset:true;tfw_tweet_edit_backend:on;tfw_refsrc_session:on;" +
	"tfw_fosnr_soft_interventions_enabled:on;tfw_show_birdwatch_pivots_enabled:on;tfw_show_business_verified_badge:on;" +
	"tfw_duplicate_scribes_to_settings:on;tfw_use_profile_image_shape_enabled:on;tfw_show_blue_verified_badge:on;" +
	"tfw_legacy_timeline_sunset:true;tfw_show_gov_verified_badge:on;tfw_show_business_affiliate_badge:on;" +
	"tfw_tweet_edit_frontend:on"

// upstream is the service that tells of tweets.
type upstream struct {
	fetcher  capture.Fetcher
	endpoint string
}

// endpointOf is what is asked at an address: the service's own path, unless the address has one.
func endpointOf(address string) string {
	u, err := url.Parse(address)
	if err == nil && strings.Trim(u.Path, "/") == "" {
		u.Path = "/tweet-result"
		return u.String()
	}
	return address
}

// addressOf is where a tweet is asked for.
func (s upstream) addressOf(id string) string {
	query := url.Values{"id": {id}, "lang": {"en"}, "features": {features}, "token": {token(id)}}
	glue := "?"
	if strings.Contains(s.endpoint, "?") {
		glue = "&"
	}
	return s.endpoint + glue + query.Encode()
}

// failure is what goes to the log when a tweet can't be had. Its status is that of the answer or, when there was none, why.
type failure struct {
	address, status string
	cause           error
}

func (e *failure) Error() string {
	return fmt.Sprintf(`Failed to fetch tweet at "%s" with "%s".`, e.address, e.status)
}

func (e *failure) Unwrap() error { return e.cause }

// ask gets one tweet. Its errors are fit for a memory's card: fault.Invalid when there is no such tweet or the answer makes
// no sense, else the fetcher's own. r says who asks and what for; the rest of it is filled in.
func (s upstream) ask(ctx context.Context, id string, r capture.Request) (tweet, error) {
	address := s.addressOf(id)
	r.URL, r.Accept, r.Limit, r.Timeout = address, "application/json", answerLimit, askTimeout
	page, err := s.fetcher.Fetch(ctx, r)
	if err != nil {
		return tweet{}, refusal(address, err)
	}
	t, err := parse(page.Body, id)
	switch {
	case errors.Is(err, errGone):
		return tweet{}, fault.Wrap(fault.Invalid, gone(t.Tombstone.value), &failure{address, "200", err})
	case err != nil:
		return tweet{}, fault.Wrap(fault.Invalid, msgMalformed, &failure{address, "200", err})
	}
	return t, nil
}

// refusal is the fault for a fetch that failed, with what goes to the log. What is no fault stays: the fetcher is busy, or
// the caller has gone.
func refusal(address string, err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	code := capture.StatusOf(err)
	log := &failure{address, strconv.Itoa(code), err}
	switch code {
	case 400, 404, 410: // 400: no tweet can have such a number
		return fault.Wrap(fault.Invalid, msgGone, log)
	case 0:
		log.status = err.Error()
	}
	out := fault.Wrap(f.Kind, f.Message, log)
	out.RetryAfter = f.RetryAfter
	return out
}

// gone is why there is no tweet to read, in X's words where it says something.
func gone(stone tombstone) string {
	text := []rune(stone.Text.Text)
	for _, e := range stone.Text.Entities { // links, such as "Learn more" at the end
		if 0 <= e.From && e.From < len(text) && e.To == len(text) {
			text = text[:e.From]
		}
	}
	if why := line(string(text), maxTitle); why != "" {
		return msgGone + " X says: " + why
	}
	return msgGone
}

// partial is the fault for a thread of which a tweet could not be had, for that reason.
func partial(lost error) error {
	kind := fault.Unavailable
	if fault.KindOf(lost) == fault.Invalid {
		kind = fault.Invalid
	}
	return fault.Wrap(kind, msgPartial, lost)
}

// now asks for a tweet that a user waits for. The errors are Service.Get's.
func (s upstream) now(ctx context.Context, userID, id string) ([]byte, error) {
	t, err := s.ask(ctx, id, capture.Request{UserID: userID})
	switch {
	case err == nil:
		return t.data, nil
	case fault.KindOf(err) == fault.Invalid:
		return nil, fault.Wrap(fault.NotFound, msgNotFound, err)
	}
	return nil, fault.Wrap(fault.Unavailable, msgSilent, err)
}
