package recall

import (
	"container/list"
	"sync"
)

// cache keeps indexes open up to a budget of bytes, and closes those first that were used least recently. One that is in
// use stays.
type cache struct {
	mu           sync.Mutex
	budget, size int64
	byUser       map[string]*list.Element // of *cached
	recent       *list.List               // most recently used first
}

type cached struct {
	*replica
	size    int64
	users   int           // that have it now
	closing chan struct{} // is closed once the index is; nil until that begins
}

func newCache(budget int64) *cache {
	return &cache{budget: budget, byUser: make(map[string]*list.Element), recent: list.New()}
}

// take returns the user's index, which fresh makes when it is not there, for use until give.
func (c *cache) take(userID string, fresh func() *replica) *cached {
	for {
		x, closing := c.tryTake(userID, fresh)
		if x != nil {
			return x
		}
		<-closing // two must not have its files open
	}
}

func (c *cache) tryTake(userID string, fresh func() *replica) (*cached, chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byUser[userID]
	if e == nil {
		e = c.recent.PushFront(&cached{replica: fresh()})
		c.byUser[userID] = e
	}
	x := e.Value.(*cached)
	if x.closing != nil {
		return nil, x.closing
	}
	c.recent.MoveToFront(e)
	x.users++
	return x, nil
}

// takeOpen returns the user's index until give, nil when it is not open or is being closed. It does not count as used.
func (c *cache) takeOpen(userID string) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byUser[userID]
	if e == nil {
		return nil
	}
	x := e.Value.(*cached)
	if x.closing != nil {
		return nil
	}
	x.users++
	return x
}

// keep lets an index that is in use stay so for one give more. It does not count as used.
func (c *cache) keep(x *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	x.users++
}

// give ends a use, notes the size of the index, and closes others until the budget holds.
func (c *cache) give(x *cached) {
	for _, other := range c.settle(x, x.held()) {
		c.close(other)
	}
}

// settle returns what is to be closed.
func (c *cache) settle(x *cached, size int64) (closing []*cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	x.users--
	c.size += size - x.size
	x.size = size
	for e := c.recent.Back(); e != nil && e != c.recent.Front() && c.size > c.budget; e = e.Prev() {
		if other := e.Value.(*cached); other.users == 0 && other.closing == nil {
			other.closing = make(chan struct{})
			c.size -= other.size
			other.size = 0
			closing = append(closing, other)
		}
	}
	return closing
}

func (c *cache) close(x *cached) {
	x.close()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.recent.Remove(c.byUser[x.userID])
	delete(c.byUser, x.userID)
	close(x.closing)
}

// closeAll closes every index, in use or not.
func (c *cache) closeAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.byUser {
		e.Value.(*cached).close()
	}
}
