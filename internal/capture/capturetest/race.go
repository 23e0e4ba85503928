//go:build race

package capturetest

// UnderRace reports that the race detector is on, which makes code ten times slower.
const UnderRace = true
