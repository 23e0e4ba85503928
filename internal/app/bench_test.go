package app

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"engram/internal/lab/bench"
)

func TestBench(t *testing.T) {
	o := BenchOptions{Rows: []string{"growth"}, Quick: true}
	t.Run("bench prints a table, and its progress separately", func(t *testing.T) {
		var out, progress bytes.Buffer
		if err := Bench(t.Context(), &out, &progress, o); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Split(out.String(), "\n"); len(lines) != 3 || !strings.Contains(lines[1], "growth") {
			t.Errorf("%s", out.String())
		}
		if !strings.Contains(progress.String(), "measuring growth") {
			t.Errorf("%s", progress.String())
		}
	})
	t.Run("bench prints JSON", func(t *testing.T) {
		var out bytes.Buffer
		o.JSON = true
		if err := Bench(t.Context(), &out, io.Discard, o); err != nil {
			t.Fatal(err)
		}
		var rows []struct{ Row string }
		if err := json.Unmarshal(out.Bytes(), &rows); err != nil || len(rows) != 1 || rows[0].Row != "growth" {
			t.Errorf("%v: %s", err, out.String())
		}
	})
	t.Run("bench measures capturing in a whole program", func(t *testing.T) {
		rows, err := bench.Run(t.Context(), bench.Options{Rows: []string{"capture"}, Quick: true, Program: func(ctx context.Context, dir string, allow ...string) (bench.Program, error) {
			if err := shareReader(dir); err != nil {
				return nil, err
			}
			return startForBench(ctx, dir, allow...)
		}})
		if err != nil || len(rows) < 6 {
			t.Errorf("%+v, %v", rows, err)
		}
	})
	t.Run("bench measures answering in a whole program", func(t *testing.T) {
		var out bytes.Buffer
		if err := Bench(t.Context(), &out, io.Discard, BenchOptions{Rows: []string{"answer"}, Quick: true, JSON: true}); err != nil {
			t.Fatal(err)
		}
		var rows []bench.Result
		if err := json.Unmarshal(out.Bytes(), &rows); err != nil || len(rows) == 0 {
			t.Fatalf("%v: %s", err, out.String())
		}
		if rows[0].Missing == "built without the encoder" {
			t.Skip(rows[0].Missing)
		}
		if len(rows) != 2 || rows[0].Value <= 0 || rows[1].Value <= 0 {
			t.Errorf("%s", out.String())
		}
	})
	t.Run("bench refuses an unknown row", func(t *testing.T) {
		o.Rows = []string{"luck"}
		if err := Bench(t.Context(), io.Discard, io.Discard, o); err == nil || !strings.Contains(err.Error(), "luck") {
			t.Errorf("%v", err)
		}
	})
}
