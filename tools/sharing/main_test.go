package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

func TestWhatShares(t *testing.T) {
	const source = `package p
func TestStarts(t *testing.T)     { go func() {}() }
func TestWaits(t *testing.T)      { waitFor(t) }
func TestCallsHelper(t *testing.T) { for range 2 { helper() } }
func TestNamesHelper(t *testing.T) { table{"a": suite} }
func TestSuite(t *testing.T)      { blobtest.Run(t, nil) }
func TestParallel(t *testing.T)   { each(t) }
func TestAlone(t *testing.T)      { of(1) }
func TestMain(m *testing.M)       { helper() }
func TestEach(t *testing.T)       { for name := range engines { go func() {}() } }
func TestPostgres(t *testing.T)   { go func() {}() }
var engines = map[string]int{"SQLite": 1, "Postgres": 2}
func helper()                     { var all sync.WaitGroup }
func suite()                      { helper() }
func each(t *testing.T)           { t.Parallel() }
func of(n int)                    {}
`
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	got, twice := sharing([]*ast.File{file})
	slices.Sort(got)
	if want := []string{"TestCallsHelper", "TestEach", "TestNamesHelper", "TestStarts", "TestSuite", "TestWaits"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if want := []string{"TestEach"}; !slices.Equal(twice, want) {
		t.Errorf("got %v with a part for Postgres, want %v", twice, want)
	}
}

func TestATestOfTheSameNameRunsAsWell(t *testing.T) {
	files := map[string][]*ast.File{}
	for folder, source := range map[string]string{
		"a": "package a\nfunc TestStarts(t *testing.T) { go f() }",
		"b": "package b\nfunc TestStarts(t *testing.T) { f() }",
		"c": "package c\nfunc TestOther(t *testing.T) { f() }\nfunc (s suite) TestStarts() {}",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files[folder] = []*ast.File{file}
	}
	packages, tests, _ := chosen(files)
	if !slices.Equal(packages, []string{"./a", "./b"}) || !slices.Equal(tests, []string{"TestStarts"}) {
		t.Errorf("got %v, %v", packages, tests)
	}
}

func TestThePartsForPostgresAreNotSkipped(t *testing.T) {
	want := "^(TestA|TestC)$|^(TestB)$/^([^P]|P[^o])"
	if got := butPostgres([]string{"TestA", "TestB", "TestC"}, []string{"TestB"}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
