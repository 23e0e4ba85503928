// Package fleet simulates how the caches of several nodes serve many users, some of whom ask much more often than others. The cache is
// the product's own; what an index takes is measured before.
package fleet

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"

	"engram/internal/recall"
	"engram/internal/recall/lru"
)

// Index tells the size of a search index of a user.
type Index struct {
	Passages int   `json:"passages"`
	Heap     int64 `json:"heap"`  // bytes while it is open
	Files    int64 `json:"files"` // bytes on a node's disk
}

// Fleet describes equal nodes and their users, each with an Index.
type Fleet struct {
	Users  int   `json:"users"`
	Nodes  int   `json:"nodes"`
	Memory int64 `json:"memory"` // bytes in which a node's system keeps files that were read
	Index  Index `json:"index"`
}

// Outcome tells what requests met, from the time on when caches have filled. Cached, Stored and Cold add up to 1.
type Outcome struct {
	Fleet
	ByUser   bool    `json:"byUser"`   // a user's requests go to one node, else to any
	Requests int     `json:"requests"` // those before included
	Open     float64 `json:"open"`     // share of requests whose index was open
	Cached   float64 `json:"cached"`   // whose index had its files in memory
	Stored   float64 `json:"stored"`   // on disk alone
	Cold     float64 `json:"cold"`     // nowhere: the user's rows were read and indexed
	Heap     int64   `json:"heap"`     // bytes of open indexes, of the fullest node
	Disk     int64   `json:"disk"`     // bytes of files, of the fullest node
}

const (
	maxUsers, maxNodes        = 100_000_000, 1_000
	maxPassages, maxMegabytes = 100_000, 1 << 22
	fewRequests, mostRequests = 50_000, 5_000_000
	perUser                   = 5        // requests, between these
	skew, equals              = 1.1, 100 // see newActivity
	seed                      = 1
)

// Validate reports what can't be simulated, for any of these numbers of users.
func (f Fleet) Validate(users ...int) error {
	for _, limit := range []struct {
		name        string
		value, most int
	}{
		{"users", slices.Min(users), maxUsers}, {"users", slices.Max(users), maxUsers}, {"nodes", f.Nodes, maxNodes}, {"passages", f.Index.Passages, maxPassages},
		{"megabytes of memory", int(f.Memory >> 20), maxMegabytes},
	} {
		if limit.value < 1 || limit.value > limit.most {
			return fmt.Errorf("%s must be 1 to %d, not %d", limit.name, limit.most, limit.value)
		}
	}
	return nil
}

// newActivity returns the source of who asks next. A user's share falls by the 1.1th power of their rank, after a hundredth of all
// who ask about equally often: no one has a noticeable part of all requests.
func newActivity(users int) *rand.Zipf {
	return rand.NewZipf(rand.New(rand.NewPCG(seed, uint64(users))), skew, max(1, float64(users)/equals), uint64(users-1))
}

// Busiest returns which part of requests the busiest tenth of users makes.
func Busiest(users int) float64 {
	const requests = 100_000
	activity, of := newActivity(users), 0
	for range requests {
		if activity.Uint64() < uint64(users+9)/10 {
			of++
		}
	}
	return float64(of) / requests
}

// Simulate lets users ask until caches have filled, as long again, and counts that. The same Fleet has the same Outcome.
func (f Fleet) Simulate(byUser bool) Outcome {
	o := Outcome{Fleet: f, ByUser: byUser, Requests: min(max(perUser*f.Users, fewRequests), mostRequests)}
	nodes := make([]*node, f.Nodes)
	for i := range nodes {
		nodes[i] = newNode(f)
	}
	activity, anywhere := newActivity(f.Users), rand.New(rand.NewPCG(seed, 0))
	for i := range o.Requests {
		user := activity.Uint64()
		at := anywhere.IntN(f.Nodes)
		if byUser {
			at = home(user, f.Nodes)
		}
		nodes[at].ask(user)
		if i == o.Requests/2 {
			for _, n := range nodes {
				n.asked = asked{}
			}
		}
	}
	o.count(nodes)
	return o
}

// count adds up what the nodes counted.
func (o *Outcome) count(nodes []*node) {
	var sum asked
	for _, n := range nodes {
		sum.all, sum.open, sum.cached, sum.stored = sum.all+n.all, sum.open+n.asked.open, sum.cached+n.asked.cached, sum.stored+n.asked.stored
		o.Heap, o.Disk = max(o.Heap, n.open.Size()), max(o.Disk, int64(len(n.stored))*o.Index.Files)
	}
	share := func(of int) float64 { return float64(of) / float64(sum.all) }
	o.Open, o.Cached, o.Stored, o.Cold = share(sum.open), share(sum.cached), share(sum.stored), share(sum.all-sum.cached-sum.stored)
}

// home returns the node of a user by rendezvous hashing, as proxies choose it: when a node is added, users move to that alone.
func home(user uint64, nodes int) (best int) {
	var most uint64
	for i := range nodes {
		h := fnv.New64a()
		_, _ = h.Write(strconv.AppendUint(strconv.AppendUint(nil, user, 36), uint64(i), 10)) // a hash takes everything
		if weight := mixed(h.Sum64()); weight >= most {
			best, most = i, weight
		}
	}
	return best
}

// mixed spreads a hash of few bytes over all bits.
func mixed(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// node has the caches of one node.
type node struct {
	index  Index
	open   *lru.Cache[held] // as the product's engine has it
	cached *lru.Cache[held] // the system's, by the same rule
	stored map[uint64]bool
	asked
}

// asked counts requests by what they met.
type asked struct{ all, open, cached, stored int }

// held stands for something of that many bytes.
type held int64

// Held implements lru.Resource.
func (h held) Held() int64 { return int64(h) }

// Close implements lru.Resource.
func (held) Close() {}

func newNode(f Fleet) *node {
	return &node{index: f.Index, open: lru.New[held](recall.Budget), cached: lru.New[held](f.Memory), stored: map[uint64]bool{}}
}

// ask serves a request, and counts it.
func (n *node) ask(user uint64) {
	key := strconv.FormatUint(user, 36)
	n.all++
	if use(n.open, key, n.index.Heap) {
		n.asked.open++
	}
	switch cached := use(n.cached, key, n.index.Files); {
	case cached:
		n.asked.cached++
	case n.stored[user]:
		n.asked.stored++
	}
	n.stored[user] = true
}

// use reports whether a cache has a resource, which it has from now on.
func use(cache *lru.Cache[held], key string, size int64) (had bool) {
	had = true
	cache.Acquire(key, func() held { had = false; return held(size) })
	cache.Release(key)
	return had
}

// Size returns the bytes of the files in a folder.
func Size(dir string) (size int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}
