package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/embed/embedtest"
	"engram/internal/store"
)

// thesaurus holds the synonyms of the fake encoders.
var thesaurus = map[string]string{"automobile": "car", "mended": "repaired", "mechanic": "garage", "physician": "doctor", "shut": "closed"}

// carrying returns a program's encoder that is this one.
func carrying(model *embedtest.Local) func(config.Config) (embed.Embedder, error) {
	return func(config.Config) (embed.Embedder, error) { return model, nil }
}

func TestEncoder(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.Encoder, cfg.FreeSearchesPerDay = config.EncoderOn, 0
		db, err := store.Open(t.Context(), store.Config{URL: cfg.Database()})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		whole := t // a program outlives the part of the test that started it
		model := &embedtest.Local{Name: "one", Dims: 384, Same: thesaurus, Steps: 10}
		e := startWith(whole, cfg, carrying(model))
		token := e.user()
		for i := range 20 {
			e.note(token, fmt.Sprintf("Recipe %d: flour, %s, butter and %s.", i, randomName(), randomName()))
		}
		wantEmbedded(t, db, "one", 384) // on a busy machine a save leaves that to the worker
		first := func(query string) string {
			t.Helper()
			found := e.want(200, e.search(token, query, "all-memories")).memories("content")
			if len(found) == 0 {
				return ""
			}
			return fmt.Sprint(found[0]["_id"])
		}
		car := ""

		t.Run("a note is found in other words when its request returns", func(t *testing.T) {
			began := time.Now()
			car = e.note(token, "The car was repaired at the garage.")
			if time.Since(began) > 300*time.Millisecond { // as long as a save waits for vectors
				wantEmbedded(t, db, "one", 384)
			}
			if got := first("mechanic mended automobile"); got != car {
				t.Errorf("found %q, want %q", got, car)
			}
			if have, all := embedded(t, db, "one", 384); have != all {
				t.Errorf("%d of %d passages have their vectors", have, all)
			}
			if read := model.Read(); read != 21 {
				t.Errorf("%d passages were read", read)
			}
		})
		t.Run("the first passages of a long note have vectors when its request returns", func(t *testing.T) {
			before, _ := embedded(t, db, "one", 384)
			began := time.Now()
			e.note(token, strings.Repeat("The long way home goes by the river, and back. ", 5000))
			inTime := time.Since(began) < 300*time.Millisecond
			if have, all := embedded(t, db, "one", 384); inTime && have < before+1 || have == all {
				t.Errorf("%d of %d passages have their vectors", have, all)
			}
			wantEmbedded(t, db, "one", 384)
		})
		t.Run("a restart encodes nothing again; other weights encode every passage, found by its words meanwhile", func(t *testing.T) {
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			again := &embedtest.Local{Name: "one", Dims: 384, Same: thesaurus, Steps: 1}
			e = startWith(whole, cfg, carrying(again))
			if got := first("mechanic mended automobile"); got != car || again.Read() != 0 {
				t.Errorf("found %q, want %q; %d passages were read", got, car, again.Read())
			}
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			other := &embedtest.Local{Name: "other", Dims: 128, Same: thesaurus, Steps: 30}
			e = startWith(whole, cfg, carrying(other))
			if got := first("which car was repaired"); got != car {
				t.Errorf("found %q, want %q", got, car)
			}
			if err := e.app.Close(); err != nil {
				t.Errorf("stopped in the middle with %v", err)
			}
			done, all := embedded(t, db, "other", 128)
			if done == all {
				t.Fatalf("all %d passages were read in no time", all)
			}
			other = &embedtest.Local{Name: "other", Dims: 128, Same: thesaurus, Steps: 1}
			e = startWith(whole, cfg, carrying(other))
			wantEmbedded(t, db, "other", 128)
			if other.Read() != all-done {
				t.Errorf("%d passages were read, after %d of %d", other.Read(), done, all)
			}
			if got := first("mechanic mended automobile"); got != car {
				t.Errorf("then found %q, want %q", got, car)
			}
		})
		t.Run("unusable weights disable only the search by meaning, with one log line", func(t *testing.T) {
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			cfg.Encoder = "/srv/engram/small.weights"
			e = startWith(whole, cfg, func(config.Config) (embed.Embedder, error) { return nil, errors.New("the checksum is wrong") })
			if got := first("which car was repaired"); got != car {
				t.Errorf("found %q, want %q", got, car)
			}
			closed := e.note(token, "The doctor has closed the surgery.")
			if got := first("doctor surgery closed"); got != closed {
				t.Errorf("found %q, want %q", got, closed)
			}
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			if log := e.log.String(); strings.Count(log, "searches go by words alone") != 1 || !strings.Contains(log, "ENGRAM_ENCODER=/srv/engram/small.weights") {
				t.Errorf("the log:\n%s", log)
			}
			cfg.Encoder = config.EncoderOn
			e = startWith(whole, cfg, carrying(&embedtest.Local{Name: "other", Dims: 128, Same: thesaurus, Steps: 1}))
			wantEmbedded(t, db, "other", 128)
			if got := first("physician surgery shut"); got != closed {
				t.Errorf("with weights again, found %q, want %q", got, closed)
			}
		})
	})
}

func TestEncoderCanBeTurnedOff(t *testing.T) {
	endpoint := embedtest.New(t)
	for _, test := range []struct {
		title string
		set   func(*config.Config)
		want  string // the model
	}{
		{"when it is off", func(cfg *config.Config) { cfg.Encoder = config.EncoderOff }, ""},
		{"when an endpoint has a model", func(cfg *config.Config) { cfg.AIURL, cfg.EmbeddingModel = endpoint.URL, "small" }, "small"},
	} {
		t.Run(test.title, func(t *testing.T) {
			cfg := settings(t)
			cfg.Encoder = config.EncoderOn
			test.set(&cfg)
			e := startWith(t, cfg, func(config.Config) (embed.Embedder, error) {
				t.Error("it was opened")
				return nil, nil
			})
			db, err := store.Open(t.Context(), store.Config{URL: cfg.Database()})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			e.note(e.user(), "The landlord returns the deposit.")
			if test.want != "" {
				wantEmbedded(t, db, test.want, 16)
			} else if have, _ := embedded(t, db, "", 16); have != 0 {
				t.Errorf("%d passages have a vector", have)
			}
		})
	}
}

func TestDamagedWeights(t *testing.T) {
	for _, test := range []struct {
		title  string
		damage func(weights []byte) []byte
	}{
		{"a bit that flipped", func(weights []byte) []byte { weights[10_000_000] ^= 1; return weights }},
		{"an end that is missing", func(weights []byte) []byte { return weights[:12_000_000] }},
	} {
		t.Run(test.title+" leaves the search by words, is told in one line, and nothing waits for its end", func(t *testing.T) {
			weights, err := os.ReadFile("../embed/encoder/minilm/everyday-minilm-l6-v1.weights")
			if err != nil {
				t.Fatal(err)
			}
			cfg := settings(t)
			cfg.Encoder = filepath.Join(t.TempDir(), "some.weights")
			if err := os.WriteFile(cfg.Encoder, test.damage(weights), 0o600); err != nil {
				t.Fatal(err)
			}
			e := start(t, cfg)
			token := e.user()
			car := e.note(token, "The car was repaired at the garage.")
			if found := e.want(200, e.search(token, "which car was repaired", "all-memories")).memories("content"); len(found) != 1 || found[0]["_id"] != car {
				t.Errorf("found %v", found)
			}
			if got, want := e.reading(token), (progress{Passages: 1}); got != want {
				t.Errorf("the reading is %v, want %v", got, want)
			}
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			log := e.log.String()
			if strings.Count(log, "words alone") != 1 || !strings.Contains(log, "ENGRAM_ENCODER="+cfg.Encoder) || strings.Contains(log, "without meaning") {
				t.Errorf("the log:\n%s", log)
			}
		})
	}
}
