package facsimile

import (
	"container/list"
	"sync"
)

// cacheBytes is the memory for drawn pages, words and sizes of all users.
const cacheBytes = 48 << 20

// key names what is cached of a PDF.
type key struct {
	document string // its blob key
	page     int    // 0: the sizes of all pages
	width    int    // of the picture in pixels; 0: the words
}

// entry is a cached value, or the error that a PDF always leads to.
type entry struct {
	key   key
	value any
	err   error
	size  int
}

// cache keeps the entries used last, within a number of bytes. It is safe for concurrent use.
type cache struct {
	mu        sync.Mutex
	limit     int
	size      int
	entries   map[key]*list.Element // of entry
	recent    list.List             // the last used in front
	forgotten int                   // calls of forget
}

func newCache(limit int) *cache { return &cache{limit: limit, entries: map[key]*list.Element{}} }

// get returns an entry, and the number of calls of forget, which put takes.
func (c *cache) get(k key) (e entry, ok bool, forgotten int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.entries[k]
	if !ok {
		return entry{}, false, c.forgotten
	}
	c.recent.MoveToFront(at)
	return at.Value.(entry), true, c.forgotten
}

// put keeps an entry, unless something was forgotten since its get: it may be of that document.
func (c *cache) put(e entry, forgotten int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.entries[e.key]; ok || forgotten != c.forgotten || e.size > c.limit {
		return
	}
	c.entries[e.key] = c.recent.PushFront(e)
	c.size += e.size
	for c.size > c.limit {
		c.remove(c.recent.Back())
	}
}

// forget removes all entries of a document.
func (c *cache) forget(document string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forgotten++
	for k, at := range c.entries {
		if k.document == document {
			c.remove(at)
		}
	}
}

func (c *cache) remove(at *list.Element) {
	e := c.recent.Remove(at).(entry)
	delete(c.entries, e.key)
	c.size -= e.size
}
