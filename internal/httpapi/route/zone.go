package route

import (
	"time"
	_ "time/tzdata" // time zones, where the machine has none
)

// ZoneOf returns the named time zone, nil if unknown.
func ZoneOf(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil || zone == time.Local { // time.Local is the server's
		return nil
	}
	return zone
}
