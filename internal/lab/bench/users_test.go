package bench

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"engram/internal/lab/fleet"
)

func TestReportOnUsers(t *testing.T) {
	o := Options{Users: []int{20, 40}, Fleet: fleet.Fleet{Nodes: 2, Memory: 1 << 30, Index: fleet.Index{Passages: 50}}, JSON: true}
	var out bytes.Buffer
	if err := Report(t.Context(), &out, o); err != nil {
		t.Fatal(err)
	}
	var all []fleet.Outcome
	if err := json.Unmarshal(out.Bytes(), &all); err != nil || len(all) != 4 || all[3].Users != 40 || !all[3].ByUser {
		t.Fatalf("%v: %s", err, out.String())
	}
	// A passage has 768 bytes of vector, and some 700 of text.
	if index := all[0].Index; index.Passages != 50 || index.Files < 50*1400 || index.Files > 50*10_000 || index.Heap < 1<<10 || index.Heap > 1<<20 {
		t.Errorf("an index takes %+v", index)
	}
	o.Users = []int{20, 0}
	if err := Report(t.Context(), &out, o); err == nil || !strings.Contains(err.Error(), "users must be 1 to") {
		t.Errorf("no users: %v", err)
	}
}
