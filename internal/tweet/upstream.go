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
	answerLimit = 1 << 20         // bytes; responses have up to 30 KB
	askTimeout  = 5 * time.Second // for a response
	nowTimeout  = 8 * time.Second // for a user who waits for a card, queueing included

	msgNotFound  = "Tweet not found"
	msgGone      = "This tweet is gone or private."
	msgMalformed = "X answered with something that can't be read as a tweet."
	msgSilent    = "X does not answer now. Please try again later."
	msgUnquoted  = "The tweet that this one quotes could not be read."
	msgPartial   = "Part of this thread could not be read."
)

// features are the parameters that embeds send, so that responses are the same.
const features = "tfw_timeline_list:;tfw_follower_count_sunset:true;tfw_tweet_edit_backend:on;tfw_refsrc_session:on;" +
	"tfw_fosnr_soft_interventions_enabled:on;tfw_show_birdwatch_pivots_enabled:on;tfw_show_business_verified_badge:on;" +
	"tfw_duplicate_scribes_to_settings:on;tfw_use_profile_image_shape_enabled:on;tfw_show_blue_verified_badge:on;" +
	"tfw_legacy_timeline_sunset:true;tfw_show_gov_verified_badge:on;tfw_show_business_affiliate_badge:on;" +
	"tfw_tweet_edit_frontend:on"

// upstream is the embed service.
type upstream struct {
	fetcher  capture.Fetcher
	endpoint string
}

// endpointOf returns the endpoint: the service's standard path unless the address has one.
func endpointOf(address string) string {
	u, err := url.Parse(address)
	if err == nil && strings.Trim(u.Path, "/") == "" {
		u.Path = "/tweet-result"
		return u.String()
	}
	return address
}

// addressOf returns the request's address for a tweet.
func (s upstream) addressOf(id string) string {
	query := url.Values{"id": {id}, "lang": {"en"}, "features": {features}, "token": {token(id)}}
	glue := "?"
	if strings.Contains(s.endpoint, "?") {
		glue = "&"
	}
	return s.endpoint + glue + query.Encode()
}

// failure is the cause for the log. Its status is that of the response, or the reason why there is
// none.
type failure struct {
	address, status string
	cause           error
}

func (e *failure) Error() string {
	return fmt.Sprintf(`Failed to fetch tweet at "%s" with "%s".`, e.address, e.status)
}

func (e *failure) Unwrap() error { return e.cause }

// ask requests a tweet. Its errors are fit for a memory's card: fault.Invalid if the tweet is gone
// or unreadable, else the fetcher's own. It fills in the address and limits of r.
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

// refusal turns a fetcher's fault into one about tweets. It returns other errors unchanged: Busy,
// or ctx's.
func refusal(address string, err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	code := capture.StatusOf(err)
	log := &failure{address, strconv.Itoa(code), err}
	switch code {
	case 400, 404, 410: // 400: an impossible ID
		return fault.Wrap(fault.Invalid, msgGone, log)
	case 0:
		log.status = err.Error()
	}
	out := fault.Wrap(f.Kind, f.Message, log)
	out.RetryAfter = f.RetryAfter
	return out
}

// gone returns why a tweet is gone, in X's words if it gives some.
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

// partial returns the fault for a thread with a missing tweet.
func partial(lost error) error {
	kind := fault.Unavailable
	if fault.KindOf(lost) == fault.Invalid {
		kind = fault.Invalid
	}
	return fault.Wrap(kind, msgPartial, lost)
}

// now requests a tweet for a user who waits. Its errors are Service.Get's.
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
