package metrics

import (
	"runtime"
	rt "runtime/metrics"
)

// ofRuntime are the families that Go's runtime counts, under the names that others give them.
var ofRuntime = []struct{ source, name, kind, help string }{
	{"/sched/goroutines:goroutines", "go_goroutines", "gauge", "Goroutines that exist."},
	{"/gc/cycles/total:gc-cycles", "go_gc_cycles_total", "counter", "Collections of garbage."},
	{"/gc/heap/allocs:bytes", "go_memstats_alloc_bytes_total", "counter", "Bytes allocated since the start."},
	{"/memory/classes/heap/objects:bytes", "go_memstats_heap_alloc_bytes", "gauge", "Bytes of objects on the heap."},
	{"/memory/classes/total:bytes", "go_memstats_sys_bytes", "gauge", "Bytes that the runtime has of the system."},
}

func writeRuntime(p *page) {
	p.family("go_info", "gauge", "The Go that built the program.")
	p.sample("go_info", 1, label{"version", runtime.Version()})
	samples := make([]rt.Sample, len(ofRuntime))
	for i, f := range ofRuntime {
		samples[i].Name = f.source
	}
	rt.Read(samples)
	for i, f := range ofRuntime {
		p.single(f.name, f.kind, f.help, float64(samples[i].Value.Uint64()))
	}
}
