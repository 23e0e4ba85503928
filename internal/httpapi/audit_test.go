package httpapi

import (
	"reflect"
	"strings"
	"testing"

	"engram/internal/audit"
)

func TestEventKinds(t *testing.T) {
	field, _ := reflect.TypeFor[wireEvent]().FieldByName("Kind")
	var kinds []string
	for _, kind := range audit.Kinds {
		kinds = append(kinds, string(kind))
	}
	if got, want := field.Tag.Get("enum"), strings.Join(kinds, ","); got != want {
		t.Errorf("the contract lists %s, there are %s", got, want)
	}
}
