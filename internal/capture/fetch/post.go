package fetch

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"time"

	"engram/internal/fault"
)

// Post sends a body to an address that a user supplied, under the same guard as Fetch, and returns the
// status of the answer and the time that its Retry-After asks for. It follows no redirect and reads
// next to nothing of the answer. Its errors name no address.
func (c *Client) Post(ctx context.Context, address string, header map[string]string, body []byte) (code int, after time.Duration, err error) {
	u, err := parse(address)
	if err != nil {
		return 0, 0, err
	}
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(limited, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return 0, 0, fault.Wrap(fault.Invalid, msgNoAddress, err)
	}
	req.Header.Set("User-Agent", c.userAgent)
	for name, value := range header {
		req.Header.Set(name, value)
	}
	resp, err := (&http.Client{Transport: c.transports, CheckRedirect: noFollow}).Do(req)
	if err != nil {
		return 0, 0, explainPost(ctx, err)
	}
	defer resp.Body.Close()
	discard(resp.Body)
	return resp.StatusCode, pauseAsked(resp), nil
}

// explainPost is explain for an address that is no page.
func explainPost(ctx context.Context, err error) error {
	err = explain(ctx, err)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		switch f.Message {
		case msgLate:
			return fault.Wrap(f.Kind, "It did not answer in time.", err)
		case msgUnreachable, msgBrokenOff, msgPacked:
			return fault.Wrap(f.Kind, "It could not be reached.", err)
		case msgUnknownSite:
			return fault.Wrap(f.Kind, "Its name could not be found.", err)
		case msgCertificate:
			return fault.Wrap(f.Kind, "Its certificate is not valid.", err)
		}
	}
	return err
}
