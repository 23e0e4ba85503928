package memory

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"
)

// TestPlacesSortByTime shows that places sort as the times do, and that a memory's own time is its id.
func TestPlacesSortByTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := func(name string) time.Time { return time.UnixMilli(rapid.Int64Range(0, 1<<47).Draw(t, name)) }
		id, other := uuid.Must(uuid.NewV7()).String(), uuid.Must(uuid.NewV7()).String()
		if got := (Memory{ID: id}).PlaceAt(Memory{ID: id}.FirstSaved()); got != id {
			t.Fatalf("%s has the place %s", id, got)
		}
		a, b := at("a"), at("b")
		if got := (Memory{ID: Memory{ID: id}.PlaceAt(a)}).FirstSaved(); !got.Equal(a) {
			t.Fatalf("the place of %v is that of %v", a, got)
		}
		if a.Before(b) != (Memory{ID: id}.PlaceAt(a) < Memory{ID: other}.PlaceAt(b)) && !a.Equal(b) {
			t.Fatalf("%v and %v don't sort as their places", a, b)
		}
	})
}

func TestPlaceOfWhatIsNoID(t *testing.T) {
	if got := (Memory{ID: "m"}).PlaceAt(time.Now()); got != "m" {
		t.Errorf("got %q", got)
	}
	if got := (Memory{ID: "m"}).FirstSaved(); !got.IsZero() {
		t.Errorf("got %v", got)
	}
}
