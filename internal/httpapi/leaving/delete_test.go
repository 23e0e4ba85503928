package leaving

import (
	"testing"

	"engram/internal/account"
	"engram/internal/fault"
)

func TestAnAccountStaysWhileItsExportIsWritten(t *testing.T) {
	c := &calls{writing: slots{users: map[string]bool{}}}
	release, err := c.writing.take("ada")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.delete(t.Context(), account.Bearing(account.User{ID: "ada", Username: "Ada"}, ""), &leaveInput{}); fault.KindOf(err) != fault.Conflict {
		t.Errorf("got %v", err)
	}
	if release(); c.writing.has("ada") {
		t.Error("an export that is done is being written")
	}
}
