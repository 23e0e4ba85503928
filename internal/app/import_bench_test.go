package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkImport takes over bookmarks whose pages never answer, while their owner searches.
func BenchmarkImport(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			cfg := settings(b)
			cfg.FreeMemories, cfg.FreeSearchesPerDay = 0, 0
			silent := httptest.NewServer(http.HandlerFunc(hang))
			b.Cleanup(silent.CloseClientConnections)
			file := bookmarksOf(silent.URL, n)
			for b.Loop() {
				cfg.DataDir = settings(b).DataDir
				v := startVictim(b, cfg)
				token := v.user()
				v.note(token, "The key of the shed is under the third pot.")
				began := time.Now()
				id := v.want(202, v.bring(token, "bookmarks.html", strings.NewReader(file))).text("id")
				v.rests(token, id, "ready")
				b.ReportMetric(time.Since(began).Seconds(), "preview-s")
				b.ReportMetric(v.held(), "before-MB")
				_, p95 := v.searchUntil(token, time.After(5*time.Second))
				b.ReportMetric(p95, "before-p95-ms")
				began = time.Now()
				v.begin(token, id)
				done := make(chan time.Time, 1)
				go func() {
					v.rests(token, id, "done")
					done <- time.Now()
				}()
				p50, p95 := v.searchUntil(token, done)
				b.ReportMetric(time.Since(began).Seconds(), "import-s")
				b.ReportMetric(p50, "search-p50-ms")
				b.ReportMetric(p95, "search-p95-ms")
				i := v.imported(token, id)
				b.ReportMetric(v.held(), "peak-MB")
				if saved := i["saved"].(float64); saved != float64(n) {
					b.Errorf("%v are saved", saved)
				}
				v.kill()
			}
		})
	}
}

// searchUntil searches ten times a second, and returns the median and the 95th percentile of how long
// that takes, in milliseconds.
func (v *victim) searchUntil(token string, stop <-chan time.Time) (p50, p95 float64) {
	var all []time.Duration
	for every := time.NewTicker(100 * time.Millisecond); ; {
		began := time.Now()
		v.want(200, v.search(token, fmt.Sprintf("page %d of the garden", len(all)), "all-memories"))
		all = append(all, time.Since(began))
		select {
		case <-stop:
			every.Stop()
			slices.Sort(all)
			return float64(all[len(all)/2]) / 1e6, float64(all[len(all)*95/100]) / 1e6
		case <-every.C:
		}
	}
}

// held returns the most memory that the program held, in MB.
func (v *victim) held() float64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", v.process.Process.Pid)) // empty where there is no such file
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	kB, _ := strconv.ParseFloat(strings.Fields(peak + " 0")[0], 64)
	return kB / 1e3
}
