//go:build race

package capturetest

// UnderRace reports that the race detector watches, which makes everything ten times slower.
const UnderRace = true
