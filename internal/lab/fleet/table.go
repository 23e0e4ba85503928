package fleet

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Report simulates the Fleet with each number of users, with requests that go anywhere and by user, and writes a table or JSON.
func (f Fleet) Report(w io.Writer, users []int, wire bool) error {
	var all []Outcome
	for _, f.Users = range users {
		all = append(all, f.Simulate(false), f.Simulate(true))
	}
	if wire {
		return WriteJSON(w, all)
	}
	return Write(w, all)
}

// WriteJSON writes outcomes as one JSON array.
func WriteJSON(w io.Writer, all []Outcome) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(all)
}

// Write writes outcomes, which have one Index, as a table below what it goes by.
func Write(w io.Writer, all []Outcome) error {
	var lines strings.Builder
	for _, o := range all[:1] {
		fmt.Fprintf(&lines, "The index of a user with %d passages takes %s of heap while it is open and %s of files, %d bytes a passage.\n",
			o.Index.Passages, size(o.Index.Heap), size(o.Index.Files), o.Index.Files/int64(max(o.Index.Passages, 1)))
		fmt.Fprintf(&lines, "A node's system keeps %s of files in memory. The busiest tenth of users make %.0f %% of requests.\n\n", size(o.Memory), 100*Busiest(o.Users))
	}
	lines.WriteString("USERS\tNODES\tROUTED\tREQUESTS\tIN MEMORY\tON DISK\tCOLD\tOPEN\tHEAP A NODE\tDISK A NODE\n")
	for _, o := range all {
		routed := "anywhere"
		if o.ByUser {
			routed = "by user"
		}
		fmt.Fprintf(&lines, "%d\t%d\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\n", o.Users, o.Nodes, routed, o.Requests,
			percent(o.Cached), percent(o.Stored), percent(o.Cold), percent(o.Open), size(o.Heap), size(o.Disk))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if _, err := io.WriteString(t, lines.String()); err != nil {
		return err
	}
	return t.Flush()
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// size writes a number of bytes in decimal units.
func size(n int64) string {
	v, unit := float64(n), "B"
	for _, next := range []string{"kB", "MB", "GB", "TB"} {
		if v < 1000 {
			break
		}
		v, unit = v/1000, next
	}
	if v < 10 {
		return fmt.Sprintf("%.1f %s", v, unit)
	}
	return fmt.Sprintf("%.0f %s", v, unit)
}
