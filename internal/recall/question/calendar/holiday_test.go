package calendar

import (
	"testing"
	"time"
)

func TestEaster(t *testing.T) {
	for year, want := range map[int]string{2000: "2000-04-23", 2008: "2008-03-23", 2011: "2011-04-24", 2019: "2019-04-21", 2024: "2024-03-31", 2025: "2025-04-20", 2026: "2026-04-05", 2038: "2038-04-25", 2049: "2049-04-18", 2076: "2076-04-19"} {
		if got := easter(year).Format(time.DateOnly); got != want {
			t.Errorf("%d: %s, want %s", year, got, want)
		}
	}
}
