package lru

import (
	"slices"
	"testing"
)

type file struct {
	size   int64
	during func() // called while it is closed
	closed bool
}

func (f *file) Held() int64 { return f.size }

func (f *file) Close() {
	if f.closed = true; f.during != nil {
		f.during()
	}
}

// use acquires a key and releases it.
func use(c *Cache[*file], key string, f *file) {
	c.Acquire(key, func() *file { return f })
	c.Release(key)
}

func TestCache(t *testing.T) {
	t.Run("the least recently used are evicted", func(t *testing.T) {
		c := New[*file](20)
		a, b := &file{size: 10}, &file{size: 10}
		use(c, "a", a)
		use(c, "b", b)
		use(c, "a", nil)
		use(c, "c", &file{size: 10})
		if got := c.Keys(); !slices.Equal(got, []string{"c", "a"}) || a.closed || !b.closed {
			t.Errorf("open: %v", got)
		}
	})
	t.Run("one beyond the budget stays while it is the newest", func(t *testing.T) {
		c := New[*file](20)
		use(c, "a", &file{size: 30})
		if got := c.Keys(); !slices.Equal(got, []string{"a"}) {
			t.Errorf("open: %v", got)
		}
	})
	t.Run("what is in use stays, and goes once it is not", func(t *testing.T) {
		c := New[*file](5)
		a := &file{size: 10}
		c.Acquire("a", func() *file { return a })
		c.Retain("a")
		use(c, "b", &file{size: 1})
		c.Release("a")
		if a.closed {
			t.Fatal("it was closed with a reference left")
		}
		if c.Release("a"); !a.closed {
			t.Error("it was not closed")
		}
	})
	t.Run("finding what is open is no use, and opens nothing", func(t *testing.T) {
		c := New[*file](20)
		if _, ok := c.AcquireOpen("a"); ok {
			t.Error("it was opened")
		}
		use(c, "a", &file{})
		use(c, "b", &file{})
		if _, ok := c.AcquireOpen("a"); !ok || !slices.Equal(c.Keys(), []string{"b", "a"}) {
			t.Errorf("open: %v", c.Keys())
		}
	})
	t.Run("what is being evicted is left alone, and opened anew only after", func(t *testing.T) {
		c := New[*file](5)
		again := make(chan *file)
		a := &file{size: 10}
		a.during = func() {
			if _, ok := c.AcquireOpen("a"); ok {
				t.Error("it was found while it is closed")
			}
			go func() {
				again <- c.Acquire("a", func() *file { return &file{} })
			}()
		}
		use(c, "a", a)
		use(c, "b", &file{size: 1})
		if got := <-again; got == a {
			t.Error("the closed one was returned")
		}
	})
	t.Run("closing closes what is in use as well", func(t *testing.T) {
		c := New[*file](20)
		a, b := &file{}, &file{}
		c.Acquire("a", func() *file { return a })
		use(c, "b", b)
		if c.Close(); !a.closed || !b.closed {
			t.Error("one is open")
		}
	})
}
