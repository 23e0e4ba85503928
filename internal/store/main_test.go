package store_test

import (
	"testing"

	"engram/internal/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func TestSQLite(t *testing.T) { conform(t, storetest.SQLite) }

func TestPostgres(t *testing.T) { conform(t, storetest.Postgres) }
