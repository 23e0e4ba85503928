package answer

import "testing"

func TestAside(t *testing.T) {
	for question, want := range map[string]Aside{
		"hello": {greets, true}, "Hi there!": {greets, true}, "Good morning": {greets, true}, "Guten Morgen": {greets, true}, "¡Hola!": {greets, true},
		"Buenos días": {greets, true}, "how are you?": {greets, true}, "Thank you so much!": {thanked, true}, "Danke schön": {thanked, true}, "bye": {takes, true},
		"Who are you?": {itself, true}, "What's your name?": {itself, true}, "what can you do": {itself, true}, "Was kannst du?": {itself, true}, "help": {itself, true},
		"How does Engram work?": {itself, false}, "how do I add a pdf?": {adding, false}, "how can i save a new link": {adding, false}, "Wie speichere ich ein PDF?": {adding, false},
		"how do I delete a note": {deleting, false}, "delete everything": {deleting, true}, "Please remove all of my notes": {deleting, true},
		"summarize my notes": {beyond, true}, "Can you summarise everything I saved?": {beyond, true}, "summarize the meeting of Monday": {beyond, false},
		"write me a poem": {beyond, false}, "tell me a joke about cats": {beyond, false}, "Remind me to call mum": {beyond, false},
		"": {}, "hello kitty lunch box price": {}, "good morning america tickets": {}, "what is the wifi password": {}, "who are you going to invite, Ana or Ben": {},
		"delete old branches in git": {}, "remove red wine stains": {}, "help desk phone number": {}, "how do I add a user to the server": {}, "thanks giving menu": {},
		"call with the bank": {}, "the summary of my notes on bees": {}, "what did I write about the poem": {},
	} {
		if got := AsideTo(question); got != want {
			t.Errorf("%q: %+v", question, got)
		}
	}
}

func FuzzAside(f *testing.F) {
	f.Add("hello")
	f.Add("please please summarize \xff my notes")
	f.Fuzz(func(t *testing.T, question string) {
		if got := AsideTo(question); got.Sure && got.Line == "" {
			t.Fatalf("%q is surely nothing", question)
		}
	})
}
