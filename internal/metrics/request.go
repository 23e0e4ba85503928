package metrics

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// requests counts answers by what was called and how that ended. The zero value has none.
type requests struct {
	mu     sync.Mutex
	counts map[request]uint64
	routes map[string]*histogram
}

// request holds the labels of a request. Each has few values, whatever clients send.
type request struct {
	method string // other: one that no route has
	route  string // a pattern of the route table
	class  string // of the status, such as 2xx
}

// methods that have a label of their own
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete}

func (r *requests) add(method, route string, status int, took time.Duration) {
	if !slices.Contains(methods, method) {
		method = "other"
	}
	route = strings.ToValidUTF8(route, "\uFFFD") // as it will be written: two that are alike then are one
	key := request{method, route, strconv.Itoa(status/100) + "xx"}
	r.mu.Lock()
	if r.counts == nil {
		r.counts, r.routes = map[request]uint64{}, map[string]*histogram{}
	}
	r.counts[key]++
	times := r.routes[route]
	if times == nil {
		times = &histogram{}
		r.routes[route] = times
	}
	r.mu.Unlock()
	times.observe(took)
}

func (r *requests) write(p *page) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.counts) == 0 {
		return
	}
	p.family("engram_http_requests_total", "counter", "Requests that were answered, by method, route and class of status.")
	for _, key := range slices.SortedFunc(maps.Keys(r.counts), compare) {
		p.sample("engram_http_requests_total", float64(r.counts[key]),
			label{"method", key.method}, label{"route", key.route}, label{"status", key.class})
	}
	p.family("engram_http_request_seconds", "histogram", "How long requests took, by route.")
	for _, route := range slices.Sorted(maps.Keys(r.routes)) {
		r.routes[route].write(p, "engram_http_request_seconds", label{"route", route})
	}
}

func compare(a, b request) int {
	return cmp.Or(cmp.Compare(a.route, b.route), cmp.Compare(a.method, b.method), cmp.Compare(a.class, b.class))
}
