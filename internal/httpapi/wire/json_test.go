package wire

import (
	"fmt"
	"strings"
	"testing"
)

func TestDoubledFields(t *testing.T) {
	many := func(n int) string {
		fields := make([]string, n)
		for i := range fields {
			fields[i] = fmt.Sprintf(`"f%d":0`, i)
		}
		return "{" + strings.Join(fields, ",") + "}"
	}
	for body, want := range map[string]string{
		`{"a":1,"b":2}`:                     "",
		`{"a":{"a":1},"b":[{"a":1},"a"]}`:   "",
		`{"a":"a","b":"a"}`:                 "",
		`[{"a":1},{"a":2}]`:                 "",
		many(maxFields):                     "",
		`{"a":1,"a":1}`:                     `The field "a" stands twice`,
		`{"a":1,"A":2}`:                     `The field "A" stands twice`,
		`{"kind":1,"\u212aind":2}`:          "The field \"\u212aind\" stands twice",
		`{"\u0061":1,"a":2}`:                `The field "a" stands twice`,
		`{"x":{"a":1,"a":null}}`:            `The field "a" stands twice`,
		`{"x":[0,[{"a":{},"b":[],"a":0}]]}`: `The field "a" stands twice`,
		`{"` + strings.Repeat("a", 50) + `":1,"` + strings.Repeat("a", 50) + `":1}`: `The field "` + strings.Repeat("a", 40) + `…" stands twice`,
		many(maxFields + 1): "The request has too many fields",
	} {
		var into any
		got := ""
		if err := ReadJSON([]byte(body), &into); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.80s: %q, want %q", body, got, want)
		}
	}
}
