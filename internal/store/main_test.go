package store_test

import (
	"testing"

	"engram/internal/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func TestSQLite(t *testing.T) { conform(t, storetest.SQLiteMigrated) }

func TestPostgres(t *testing.T) { conform(t, storetest.PostgresMigrated) }
