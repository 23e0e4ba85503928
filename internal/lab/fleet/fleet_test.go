package fleet

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"engram/internal/recall"
)

var small = Index{Passages: 100, Heap: 3 << 10, Files: 200 << 10}

func TestSimulate(t *testing.T) {
	everything := Fleet{Users: 500, Nodes: 3, Memory: 1 << 30, Index: small}
	tight := everything
	tight.Memory = 50 * small.Files
	heavy := everything
	heavy.Index.Heap = recall.Budget / 10
	for _, test := range []struct {
		title string
		fleet Fleet
		want  func(anywhere, byUser Outcome) bool
	}{
		{"what fits is served from memory in both ways", everything, func(anywhere, byUser Outcome) bool {
			return anywhere.Cached > .98 && byUser.Cached > .99 && byUser.Open > .99 && byUser.Stored == 0
		}},
		{"each node has all users, or a third of them", everything, func(anywhere, byUser Outcome) bool {
			all, third := 500*small.Files, 500*small.Files/3
			return anywhere.Disk > all*9/10 && byUser.Disk > third && byUser.Disk < third*13/10
		}},
		{"memories hold more if each has users of its own", tight, func(anywhere, byUser Outcome) bool {
			return byUser.Cached > 1.5*anywhere.Cached
		}},
		{"the heap has its bound", heavy, func(anywhere, byUser Outcome) bool {
			return anywhere.Open < byUser.Open && byUser.Open < .3 && byUser.Heap <= recall.Budget && byUser.Heap > recall.Budget/2
		}},
	} {
		t.Run(test.title, func(t *testing.T) {
			anywhere, byUser := test.fleet.Simulate(false), test.fleet.Simulate(true)
			for _, o := range []Outcome{anywhere, byUser} {
				if sum := o.Cached + o.Stored + o.Cold; math.Abs(sum-1) > 1e-9 {
					t.Errorf("the shares of %+v are %v together", o, sum)
				}
			}
			if !test.want(anywhere, byUser) {
				t.Errorf("anywhere %+v\nby user  %+v", anywhere, byUser)
			}
			if diff := cmp.Diff(byUser, test.fleet.Simulate(true)); diff != "" {
				t.Errorf("a second run differs:\n%s", diff)
			}
		})
	}
}

func TestUsersStayWhenANodeIsAdded(t *testing.T) {
	const users = 10_000
	moved, first := 0, 0
	for user := range uint64(users) {
		before, after := home(user, 4), home(user, 5)
		if before != after {
			moved++
			if after != 4 {
				t.Fatalf("user %d moved from %d to %d", user, before, after)
			}
		}
		if before == 0 {
			first++
		}
	}
	if moved < users/6 || moved > users/4 || first < users/5 || first > users*3/10 {
		t.Errorf("%d of %d moved, %d were at one of four", moved, users, first)
	}
}

func TestValidate(t *testing.T) {
	good := Fleet{Nodes: 1, Memory: 1 << 20, Index: small}
	for want, change := range map[string]func(*Fleet, *int){
		"users must be 1 to":    func(_ *Fleet, users *int) { *users = 0 },
		"nodes must be 1 to":    func(f *Fleet, _ *int) { f.Nodes = -1 },
		"passages must be 1 to": func(f *Fleet, _ *int) { f.Index.Passages = 1 << 40 },
		"megabytes of memory":   func(f *Fleet, _ *int) { f.Memory = 0 },
	} {
		f, users := good, 1
		change(&f, &users)
		if err := f.Validate(5, users); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", f, err)
		}
	}
	if err := good.Validate(1, 5); err != nil {
		t.Error(err)
	}
	if good.Users = 1; good.Simulate(true).Cold != 0 {
		t.Error("the only user is not known after half of the requests")
	}
}

func TestWrite(t *testing.T) {
	all := []Outcome{{Fleet: Fleet{Users: 10, Nodes: 3, Memory: 8e9, Index: Index{1000, 3200, 2_025_000}}, Requests: 100, Cached: .5, Stored: .25, Cold: .25, Disk: 1.5e12, Heap: 999}}
	var table, wire bytes.Buffer
	if err := Write(&table, all); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3.2 kB of heap while it is open and 2.0 MB of files, 2025 bytes a passage", "8.0 GB", "anywhere  100       50.0 %     25.0 %   25.0 %", "1.5 TB", "999 B"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("%q is not in\n%s", want, table.String())
		}
	}
	var read []Outcome
	if err := WriteJSON(&wire, all); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(wire.Bytes(), &read); err != nil || !cmp.Equal(read, all) {
		t.Errorf("%v: %s", err, wire.String())
	}
}

func TestSize(t *testing.T) {
	dir := t.TempDir()
	for name, bytes := range map[string]int{"a": 10, "b": 20} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, bytes), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if size, err := Size(dir); err != nil || size != 30 {
		t.Errorf("%d, %v", size, err)
	}
}
