package recall

import (
	"container/list"
	"sync"
)

// cache is an LRU cache of open indexes with a memory budget. An index in use is never evicted.
type cache struct {
	mu           sync.Mutex
	budget, size int64
	byUser       map[string]*list.Element // elements hold *cached
	recent       *list.List               // front: most recently used
}

type cached struct {
	*replica
	size    int64
	refs    int           // references: the index may be closed at 0
	evicted chan struct{} // closed once the index is; nil unless it is being evicted
}

func newCache(budget int64) *cache {
	return &cache{budget: budget, byUser: make(map[string]*list.Element), recent: list.New()}
}

// acquire returns the user's index, created by fresh if absent. The caller must release it.
func (c *cache) acquire(userID string, fresh func() *replica) *cached {
	for {
		x, closing := c.tryAcquire(userID, fresh)
		if x != nil {
			return x
		}
		<-closing // its files must not be open twice
	}
}

func (c *cache) tryAcquire(userID string, fresh func() *replica) (*cached, chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byUser[userID]
	if e == nil {
		e = c.recent.PushFront(&cached{replica: fresh()})
		c.byUser[userID] = e
	}
	x := e.Value.(*cached)
	if x.evicted != nil {
		return nil, x.evicted
	}
	c.recent.MoveToFront(e)
	x.refs++
	return x, nil
}

// acquireOpen returns an index that is already open, else nil. It does not count as a use.
func (c *cache) acquireOpen(userID string) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byUser[userID]
	if e == nil {
		return nil
	}
	x := e.Value.(*cached)
	if x.evicted != nil {
		return nil
	}
	x.refs++
	return x
}

// retain adds a reference to an index that the caller already holds. It does not mark it as used.
func (c *cache) retain(x *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	x.refs++
}

// release drops a reference, updates the size and evicts others beyond the budget.
func (c *cache) release(x *cached) {
	for _, other := range c.update(x, x.held()) {
		c.close(other)
	}
}

// update records the release and returns the indexes to evict.
func (c *cache) update(x *cached, size int64) (closing []*cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	x.refs--
	c.size += size - x.size
	x.size = size
	for e := c.recent.Back(); e != nil && e != c.recent.Front() && c.size > c.budget; e = e.Prev() {
		if other := e.Value.(*cached); other.refs == 0 && other.evicted == nil {
			other.evicted = make(chan struct{})
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
	close(x.evicted)
}

// closeAll closes every index, even those in use.
func (c *cache) closeAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.byUser {
		e.Value.(*cached).close()
	}
}
