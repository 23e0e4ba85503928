package eval_test

import (
	"reflect"
	"strings"
	"testing"

	"engram/internal/lab/eval"
)

func docs(ids ...string) eval.Set {
	var s eval.Set
	for _, id := range ids {
		s.Docs = append(s.Docs, eval.Doc{ID: id, Text: "said " + id})
	}
	return s
}

func TestConversation(t *testing.T) {
	for name, test := range map[string]struct {
		ids  []string
		want bool
	}{
		"turns of sessions":         {[]string{"D1:1", "D1:2", "D2:1"}, true},
		"names with colons":         {[]string{"chat:1:0", "chat:1:12"}, true},
		"one that is no turn":       {[]string{"D1:1", "D1:2", "D2"}, false},
		"no name is shared":         {[]string{"a:1", "b:1", "c:1"}, false},
		"plain numbers":             {[]string{"1", "2"}, false},
		"no name":                   {[]string{":1", ":2"}, false},
		"numbers of another form":   {[]string{"D1:1", "D1:01"}, false},
		"numbers below zero":        {[]string{"D1:1", "D1:-1"}, false},
		"addresses":                 {[]string{"https://a.example/1", "https://a.example/2"}, false},
		"addresses with their port": {[]string{"a.example:80", "b.example:80"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := docs(test.ids...).Conversation(); got != test.want {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

func TestMemoriesOfConversations(t *testing.T) {
	want := []eval.Memory{
		{ID: "D1", Passages: []eval.Passage{{Ord: 1, Text: "said D1:1"}, {Ord: 2, Text: "said D1:2"}}},
		{ID: "D2", Passages: []eval.Passage{{Ord: 7, Text: "said D2:7"}}},
	}
	if got := docs("D1:1", "D2:7", "D1:2").Memories(); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if id := (eval.Place{MemoryID: "D1", Ord: 2}).ID(); id != "D1:2" {
		t.Error(id)
	}
}

func TestMemoriesOfDocuments(t *testing.T) {
	long := strings.Repeat("Ten words make up this sentence, as anybody may count. ", 30)
	got := eval.Set{Docs: []eval.Doc{
		{ID: "long", Kind: "link", Title: "Long", Text: long}, {ID: "title", Title: "Only a title", Text: " \n"}, {ID: "nothing"},
	}}.Memories()
	if len(got) != 2 || got[0].ID != "long" || got[0].Kind != "link" || got[0].Title != "Long" || len(got[0].Passages) < 2 {
		t.Fatalf("%v", got)
	}
	for i, p := range got[0].Passages {
		if p.Ord != i || long[p.Offset:p.Offset+len(p.Text)] != p.Text {
			t.Errorf("passage %d: %v", i, p)
		}
	}
	if want := []eval.Passage{{Text: "Only a title"}}; got[1].ID != "title" || !reflect.DeepEqual(got[1].Passages, want) {
		t.Errorf("%v", got[1])
	}
}
