package store_test

import (
	"testing"

	"engram/internal/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func TestSQLite(t *testing.T) { storetest.Run(t, storetest.SQLite) }

func TestPostgres(t *testing.T) { storetest.Run(t, storetest.Postgres) }
