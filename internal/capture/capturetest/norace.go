//go:build !race

package capturetest

// UnderRace reports that the race detector is off.
const UnderRace = false
