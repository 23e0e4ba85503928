package account

import (
	"strings"
	"sync"
)

// maxFriends bounds the memory of friends.
const maxFriends = 10_000

// friends are the addresses that have signed in to a name since the start: its owner's, in all likelihood.
type friends struct {
	mu    sync.Mutex
	known map[string]struct{}
}

func newFriends() *friends { return &friends{known: map[string]struct{}{}} }

func friendship(address, username string) string { return strings.ToLower(username) + " " + address }

func (f *friends) know(address, username string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.known[friendship(address, username)]
	return ok
}

func (f *friends) add(address, username string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for key := range f.known {
		if len(f.known) < maxFriends {
			break
		}
		delete(f.known, key)
	}
	f.known[friendship(address, username)] = struct{}{}
}
