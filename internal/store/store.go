// Package store opens the database and runs statements and transactions on it, alike for SQLite and Postgres.
//
// The packages below it hold all SQL, once for both engines. A method of theirs is a whole verb in one transaction: what it
// acknowledges is there, with its counters, its log entries and its jobs, or none of it is. Every statement filters on the
// user; the few that can't say why.
package store
