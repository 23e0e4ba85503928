//go:build !race

package extractive_test

// raceEnabled tells the tests that they run many times slower.
const raceEnabled = false
