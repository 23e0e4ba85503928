package account

import (
	"context"
	"strings"
	"time"

	"engram/internal/fault"
)

// admit takes a sign-in attempt. A known address has attempts of its own per name; other addresses
// have their own for all names, and share those per name. If these are used up, each address still
// gets one a minute, in case it is the owner's; wrong is the error for a wrong password then.
func (s *Service) admit(ctx context.Context, address, username string, known bool) (wrong, err error) {
	name := strings.ToLower(username)
	if known {
		return errWrongCredentials(), s.tries.Try(ctx, "known "+name+" "+address)
	}
	if err := s.tries.Try(ctx, "address "+address); err != nil {
		return nil, err
	}
	if err := s.tries.Try(ctx, "name "+name); fault.KindOf(err) != fault.Limit {
		return errWrongCredentials(), err
	}
	return errTooMany(time.Minute), s.lastTries.Try(ctx, name+" "+address)
}

// checkCredentials returns the first rule that a name or password breaks.
func checkCredentials(username, password string) error {
	if err := CheckUsername(username); err != nil {
		return err
	}
	return CheckPassword(password)
}

func errWrongCredentials() error {
	return fault.New(fault.Unauthenticated, "Username or password is incorrect")
}

func errTooMany(wait time.Duration) error {
	f := fault.New(fault.Limit, "Too many tries. Please wait a moment and try again.")
	f.RetryAfter = wait
	return f
}
