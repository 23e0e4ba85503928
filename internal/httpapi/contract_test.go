package httpapi

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"engram/internal/config"
	"engram/internal/filetype"
	"engram/internal/httpapi/wire"
)

var update = flag.Bool("update", false, "write api/openapi.json and what web/src/api has in JSON anew")

func TestContract(t *testing.T) {
	const file = "../../api/openapi.json"
	got := Document()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("API-06 the committed contract is the one that the code generates", func(t *testing.T) {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("run make generate; drift (-committed +code):\n%s", diff)
		}
	})
	t.Run("API-03 every error of every call has the same form, except that of a missing tweet (API-49) and that with a note changed elsewhere", func(t *testing.T) {
		var doc struct {
			Paths map[string]map[string]struct {
				Responses map[string]struct {
					Content map[string]struct {
						Schema struct {
							Ref string `json:"$ref"`
						} `json:"schema"`
					} `json:"content"`
				} `json:"responses"`
			} `json:"paths"`
		}
		if err := json.NewDecoder(bytes.NewReader(got)).Decode(&doc); err != nil {
			t.Fatal(err)
		}
		for path, methods := range doc.Paths {
			for method, op := range methods {
				for status, response := range op.Responses {
					ref := response.Content["application/json"].Schema.Ref
					other := path == "/api/tweet/{id}" && status == "404" || path == "/api/v1/content/{id}" && method == "patch" && status == "409"
					if status[0] != '2' && !other && ref != "#/components/schemas/Error" {
						t.Errorf("%s %s answers %s with %q", method, path, status, ref)
					}
				}
			}
		}
	})
}

func TestContractPlans(t *testing.T) {
	var defaults config.Config
	parser, err := kong.New(&defaults)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(nil); err != nil {
		t.Fatal(err)
	}
	t.Run("UPG-11 the plans built into the pages are those of the plan table", func(t *testing.T) {
		generated(t, "plans.json", wire.PlansOf(defaults.Limits()))
	})
	t.Run("VAL-18 the app offers the formats that uploads accept", func(t *testing.T) {
		generated(t, "formats.json", filetype.All)
	})
}

// generated compares a generated file of the web app with its source, or updates it.
func generated(t *testing.T, name string, from any) {
	t.Helper()
	file := "../../web/src/api/" + name
	got, err := json.MarshalIndent(from, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("run make generate; drift (-committed +code):\n%s", diff)
	}
}
