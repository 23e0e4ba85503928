package metrics

import "time"

// process holds the system's figures for this process.
type process struct {
	cpu      time.Duration // of all threads, for the program and by the system for it
	resident int64         // bytes in memory
	files    int           // open descriptors
}

func writeProcess(p *page, started time.Time) {
	p.single("process_start_time_seconds", "gauge", "When the program started, in seconds since 1970.", float64(started.UnixMilli())/1000)
	is, err := self()
	if err != nil {
		return // the system does not say
	}
	p.single("process_cpu_seconds_total", "counter", "Time of processors that the program took.", is.cpu.Seconds())
	p.single("process_resident_memory_bytes", "gauge", "Bytes of the program in memory.", float64(is.resident))
	p.single("process_open_fds", "gauge", "Files and connections that are open.", float64(is.files))
}
