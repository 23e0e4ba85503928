//go:build !race

package capturetest

// UnderRace reports that the race detector does not watch.
const UnderRace = false
