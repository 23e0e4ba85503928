//go:build race

package recall_test

// raceEnabled tells the tests that they run many times slower.
const raceEnabled = true
