// Package lru is an LRU cache of open resources with a memory budget. One in use is never evicted.
package lru

import (
	"container/list"
	"sync"
)

// Resource is an open file, index or connection that takes memory.
type Resource interface {
	Held() int64 // bytes of memory
	Close()
}

// Cache keeps resources by key. It is safe for concurrent use.
type Cache[R Resource] struct {
	mu           sync.Mutex
	budget, size int64
	byKey        map[string]*list.Element // elements hold *entry[R]
	recent       *list.List               // front: most recently used
}

type entry[R Resource] struct {
	key      string
	resource R
	size     int64
	refs     int           // references: the resource may be closed at 0
	evicted  chan struct{} // closed once the resource is; nil unless it is being evicted
}

// New returns a cache that holds at most budget bytes, or one resource whatever its size.
func New[R Resource](budget int64) *Cache[R] {
	return &Cache[R]{budget: budget, byKey: make(map[string]*list.Element), recent: list.New()}
}

// Acquire returns the resource of a key, made by open if absent. The caller must release it.
func (c *Cache[R]) Acquire(key string, open func() R) R {
	for {
		x, closing := c.tryAcquire(key, open)
		if closing == nil {
			return x
		}
		<-closing // its files must not be open twice
	}
}

func (c *Cache[R]) tryAcquire(key string, open func() R) (none R, closing chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[key]
	if e == nil {
		e = c.recent.PushFront(&entry[R]{key: key, resource: open()})
		c.byKey[key] = e
	}
	x := e.Value.(*entry[R])
	if x.evicted != nil {
		return none, x.evicted
	}
	c.recent.MoveToFront(e)
	x.refs++
	return x.resource, nil
}

// AcquireOpen returns a resource that is already open, or false. It does not count as a use.
func (c *Cache[R]) AcquireOpen(key string) (none R, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[key]
	if e == nil {
		return none, false
	}
	x := e.Value.(*entry[R])
	if x.evicted != nil {
		return none, false
	}
	x.refs++
	return x.resource, true
}

// Retain adds a reference to a resource that the caller already holds. It does not count as a use.
func (c *Cache[R]) Retain(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.byKey[key].Value.(*entry[R]).refs++
}

// held returns the entry of a resource that the caller holds.
func (c *Cache[R]) held(key string) *entry[R] {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byKey[key].Value.(*entry[R])
}

// Release drops a reference, asks the resource for its size and evicts others beyond the budget.
func (c *Cache[R]) Release(key string) {
	x := c.held(key)
	for _, other := range c.update(x, x.resource.Held()) {
		c.close(other)
	}
}

// update records the release and returns the entries to evict.
func (c *Cache[R]) update(x *entry[R], size int64) (closing []*entry[R]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	x.refs--
	c.size += size - x.size
	x.size = size
	for e := c.recent.Back(); e != nil && e != c.recent.Front() && c.size > c.budget; e = e.Prev() {
		if other := e.Value.(*entry[R]); other.refs == 0 && other.evicted == nil {
			other.evicted = make(chan struct{})
			c.size -= other.size
			other.size = 0
			closing = append(closing, other)
		}
	}
	return closing
}

func (c *Cache[R]) close(x *entry[R]) {
	x.resource.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.recent.Remove(c.byKey[x.key])
	delete(c.byKey, x.key)
	close(x.evicted)
}

// Keys returns the keys of the open resources, the most recently used first.
func (c *Cache[R]) Keys() (keys []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.recent.Front(); e != nil; e = e.Next() {
		keys = append(keys, e.Value.(*entry[R]).key)
	}
	return keys
}

// Size returns the bytes of memory that the open resources held when they were last released.
func (c *Cache[R]) Size() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}

// Close closes every resource, even those in use.
func (c *Cache[R]) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.byKey {
		e.Value.(*entry[R]).resource.Close()
	}
}
