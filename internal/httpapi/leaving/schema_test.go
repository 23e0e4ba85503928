package leaving

import (
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/portable"
)

var update = flag.Bool("update", false, "write api/export.schema.json anew")

// TestSchema compares the published schema of exports with the types that are written.
func TestSchema(t *testing.T) {
	registry := huma.NewMapRegistry("#/$defs/", huma.DefaultSchemaNamer)
	files := map[string]*huma.Schema{}
	for path, of := range map[string]reflect.Type{
		portable.ManifestPath: reflect.TypeFor[portable.Manifest](), portable.AccountPath: reflect.TypeFor[portable.Account](),
		portable.MemoriesDir + "{id}.json": reflect.TypeFor[portable.Memory](), portable.ConversationsDir + "{id}.json": reflect.TypeFor[portable.Conversation](),
	} {
		files[path] = registry.Schema(of, true, "")
	}
	schema, err := json.MarshalIndent(map[string]any{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "The data of an export of Engram, version 1",
		"description": "The properties are the JSON files of the archive, by their paths.",
		"type":        "object",
		"properties":  files,
		"$defs":       registry.Map(),
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	schema = append(schema, '\n')
	const path = "../../../api/export.schema.json"
	if *update {
		if err := os.WriteFile(path, schema, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != string(schema) {
		t.Error("api/export.schema.json is not of these types: run make generate")
	}
}
