package account

import (
	"strings"
	"time"

	"engram/internal/fault"
)

// admit takes a try to sign in. From a known address a name has tries of its own, which nobody elsewhere can use up. Any other
// address has tries of its own for all names, and shares those of the name. Once these are used up each address still has one
// a minute, since it may be the owner's: the right password opens, and a wrong one is told to wait. Guesses of one name are
// then as few as addresses that make them. wrong is what a wrong password is to be answered with.
func (s *Service) admit(address, username string, known bool) (wrong, err error) {
	name := strings.ToLower(username)
	if known {
		return errWrongCredentials(), s.tries.Try("known " + name + " " + address)
	}
	if err := s.tries.Try("address " + address); err != nil {
		return nil, err
	}
	if s.tries.Try("name "+name) == nil {
		return errWrongCredentials(), nil
	}
	return errTooMany(time.Minute), s.lastTries.Try(name + " " + address)
}

// checkCredentials reports the first rule that a name or a password breaks.
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
