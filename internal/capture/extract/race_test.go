//go:build race

package extract

// underRace: the race detector makes everything ten times slower, and the readers of hostile input share nothing.
const underRace = true
