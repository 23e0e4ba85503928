package metadata

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	isoDuration   = regexp.MustCompile(`(?i)^P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,7})(?:[.,]\d+)?S)?)?$`)
	clockDuration = regexp.MustCompile(`^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})$`)
	plainDuration = regexp.MustCompile(`^(\d{1,7})(?:\.\d+)?$`)
)

const maxDuration = 30 * 24 * time.Hour

// ParseDuration parses an ISO 8601 duration, h:mm:ss, or a number of seconds. It returns zero for
// anything else or for more than a month.
func ParseDuration(s string) time.Duration {
	s = strings.TrimSpace(s)
	var parts []string // days, hours, minutes, seconds
	if found := isoDuration.FindStringSubmatch(s); found != nil {
		parts = found[1:]
	} else if found := clockDuration.FindStringSubmatch(s); found != nil {
		parts = append([]string{""}, found[1:]...)
	} else if found := plainDuration.FindStringSubmatch(s); found != nil {
		parts = []string{"", "", "", found[1]}
	} else {
		return 0
	}
	var d time.Duration
	for i, unit := range []time.Duration{24 * time.Hour, time.Hour, time.Minute, time.Second} {
		n, _ := strconv.Atoi(parts[i])
		d += time.Duration(n) * unit
	}
	if d > maxDuration {
		return 0
	}
	return d
}
