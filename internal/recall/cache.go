package recall

import "container/list"

// cache keeps indexes up to a budget of bytes and drops those first that were used least recently.
type cache struct {
	budget, size int64
	byUser       map[string]*list.Element // of *cached
	recent       *list.List               // most recently used first
}

type cached struct {
	userID string
	index  *replica
	size   int64
}

func newCache(budget int64) cache {
	return cache{budget: budget, byUser: make(map[string]*list.Element), recent: list.New()}
}

// get returns the user's index, or nil, and counts as a use.
func (c *cache) get(userID string) *replica {
	e := c.byUser[userID]
	if e == nil {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*cached).index
}

func (c *cache) put(userID string, x *replica) {
	c.byUser[userID] = c.recent.PushFront(&cached{userID: userID, index: x})
}

// resize notes how many bytes an index takes and drops others until the budget holds. An index that was dropped or
// replaced in the meantime is left alone.
func (c *cache) resize(userID string, x *replica, size int64) {
	e := c.byUser[userID]
	if e == nil || e.Value.(*cached).index != x {
		return
	}
	c.size += size - e.Value.(*cached).size
	e.Value.(*cached).size = size
	for c.size > c.budget && c.recent.Len() > 1 {
		c.drop(c.recent.Back().Value.(*cached).userID)
	}
}

func (c *cache) drop(userID string) {
	if e := c.byUser[userID]; e != nil {
		c.size -= e.Value.(*cached).size
		c.recent.Remove(e)
		delete(c.byUser, userID)
	}
}
