package store_test

import (
	"testing"

	"engram/internal/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func TestSQLite(t *testing.T) { conform(t, storetest.SQLiteMigrated) }

// Ids, places and keys are found in a database that sorts words otherwise than bytes, too.
func TestPostgresOfWords(t *testing.T) {
	for title, check := range map[string]func(*testing.T, *fixture){
		"exports": testExports, "listing": testListing, "following": testFollowing, "the trash": testTrash, "conversations": testConversations, "imports": testImports,
	} {
		t.Run(title, func(t *testing.T) { check(t, newFixture(t, storetest.PostgresOfWords(t))) })
	}
}

func TestPostgres(t *testing.T) { conform(t, storetest.PostgresMigrated) }
