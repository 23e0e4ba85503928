package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"engram/internal/fault"
)

func TestCauses(t *testing.T) {
	cause := errors.New("connection refused")
	answered := func(ctx context.Context, err error) (answer, log string) {
		var lines bytes.Buffer
		return ToHTTP(ctx, slog.New(slog.NewTextHandler(&lines, nil)), err).Error(), lines.String()
	}
	t.Run("the log has the causes that users don't see, and nothing else", func(t *testing.T) {
		for title, test := range map[string]struct {
			err   error
			level string // empty: not logged
		}{
			"unavailable for a cause":     {fault.Wrap(fault.Unavailable, "Please try again", cause), "WARN"},
			"unavailable, wrapped":        {fmt.Errorf("pay: %w", fault.Wrap(fault.Unavailable, "Please try again", cause)), "WARN"},
			"unavailable without a cause": {fault.New(fault.Unavailable, "Please try again"), ""},
			"unknown":                     {cause, "ERROR"},
			"a full disk":                 {fault.Full(cause), "ERROR"},
			"an invalid request":          {fault.Wrap(fault.Invalid, "Please try again", cause), ""},
		} {
			answer, log := answered(t.Context(), test.err)
			if strings.Contains(answer, "refused") || (test.level == "") != (log == "") {
				t.Errorf("%s: answered %q, logged %q", title, answer, log)
			}
			if test.level != "" && (!strings.Contains(log, test.level) || !strings.Contains(log, "connection refused")) {
				t.Errorf("%s: logged %q", title, log)
			}
		}
	})
	t.Run("an error of a disconnected client is not logged", func(t *testing.T) {
		gone, leave := context.WithCancel(t.Context())
		leave()
		for _, err := range []error{cause, fault.Wrap(fault.Unavailable, "Please try again", cause)} {
			if _, log := answered(gone, err); log != "" {
				t.Errorf("logged %q", log)
			}
		}
	})
}
