// Package store opens the database and runs statements and transactions, for SQLite and Postgres
// alike.
//
// All SQL is in the packages below it, once for both engines. Each method is one transaction that
// includes counters, log entries and jobs. Every statement filters on the user; exceptions say why.
package store
