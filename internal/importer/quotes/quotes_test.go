package quotes

import (
	"fmt"
	"strings"
	"testing"

	"engram/internal/importer"
	"engram/internal/importer/importertest"
)

func TestKindle(t *testing.T) {
	all := importertest.Read(t, Kindle, "\ufeffOn Tea (Ida Berg)\r\n- Your Highlight on page 12 | Location 123-125 | Added on Monday, 3 March 2014 10:00:00 PM\r\n\r\nTea is old.\r\n==========\r\n"+
		"On Tea (Ida Berg)\r\n- Your Note on page 12 | Location 125 | Added on Monday, 3 March 2014 10:01:00 PM\r\n\r\nIndeed\r\n==========\r\n"+
		"Der Regen\r\n- Ihre Notiz bei Position 7 | Hinzugefügt am Dienstag, 4. März 2014 08:00:00\r\n\r\nwarum\r\n==========\r\n"+
		"Der Regen\r\n- Ihre Markierung bei Position 5-9 | Hinzugefügt am Dienstag, 4. März 2014 08:00:00\r\n\r\nEs regnet.\r\n==========\r\n"+
		"Der Regen\r\n- Ihr Lesezeichen bei Position 5 | Hinzugefügt am Dienstag, 4. März 2014 08:00:00\r\n\r\n\r\n==========\r\n"+
		"茶 (陆羽)\r\n- 您在位置 #5-6的标注 | 添加于 2014年3月5日星期三 下午10:00:00\r\n\r\n茶者\r\n==========\r\n"+
		"On Tea (Ida Berg)\r\n- La subrayado en la página 9 | posición 300-301 | Añadido el jueves, 6 de marzo de 2014 9:00:00\r\n\r\nVerde.\r\n==========\r\n"+
		"Long\r\n- Your Highlight on page 1\r\n\r\n"+strings.Repeat("x", maxClipping)+"\r\n==========\r\n"+
		"Broken\r\nwithout a second line\r\n==========\r\n")
	importertest.Same(t, all,
		"! Der Regen | "+msgBookmark, "! Long | "+msgClipping, "! Broken | "+msgClipping,
		"note | On Tea | text=# On Tea\n\nIda Berg\n\n> Tea is old.\n>\n> Your Highlight on page 12 \\| Location 123-125\n\n> Verde.\n>\n> La subrayado en la página 9 \\| posición 300-301"+
			" | author=Ida Berg | at=2014-03-03 22:00:00 | mark=Tea is old./Indeed///2014-03-03 22:00:00 | mark=Verde.////2014-03-06 09:00:00",
		"note | Der Regen | text=# Der Regen\n\n> Es regnet.\n>\n> Ihre Markierung bei Position 5-9 | at=2014-03-04 08:00:00 | mark=Es regnet./warum///2014-03-04 08:00:00",
		"note | 茶 | text=# 茶\n\n陆羽\n\n> 茶者\n>\n> 您在位置 #5-6的标注 | author=陆羽 | at=2014-03-05 22:00:00 | mark=茶者////2014-03-05 22:00:00",
	)
}

// TestMemoryIsBounded reads more books than one pass gathers.
func TestMemoryIsBounded(t *testing.T) {
	const books = 8
	words := strings.Repeat("tea ", 50_000)
	passes, got := 0, 0
	out := importer.NewOut(t.Context(), importertest.Now, func(e importer.Entry) error {
		if want := fmt.Sprintf("book %d", got); e.Item == nil || e.Item.Title != want {
			t.Errorf("%v, want %s", e.Item, want)
		}
		got++
		return nil
	})
	err := read("kindle", func(visit func(Mark) error) error {
		passes++
		for n := range books {
			if err := visit(Mark{Book: fmt.Sprintf("book %d", n), Highlight: importer.Highlight{Text: words}}); err != nil {
				return err
			}
		}
		return nil
	}, out, 1<<20)
	if err != nil || got != books || passes != 3 {
		t.Errorf("%d books in %d passes, %v", got, passes, err)
	}
}

func FuzzKindle(f *testing.F) {
	f.Add("Tea (Ida)\n- Your Note on page 1 | Added on 3 March 2014\n\nx\n==========\n")
	f.Add("\n-\n==========\n==========\n(\n- 1-2|\n")
	f.Fuzz(func(t *testing.T, content string) { importertest.Hostile(t, Kindle, content) })
}
