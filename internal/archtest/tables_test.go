package archtest

import (
	"os/exec"
	"strings"
	"testing"
)

// TestNoTablesOfDates holds the start of the program, and of every child that reads a PDF, to what it needs (ADR 54).
func TestNoTablesOfDates(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", module+"cmd/engram").Output()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out), "github.com/markusmobius/go-dateparser") {
		t.Error("the program links go-dateparser, which compiles its patterns at every start")
	}
	if !strings.Contains(string(out), "github.com/markusmobius/go-trafilatura") {
		t.Error("go-trafilatura is not linked: its replacement for dates can go")
	}
}
