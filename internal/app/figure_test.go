package app

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"engram/internal/config"
)

// painted returns a PNG in one colour.
func painted(t *testing.T, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.Gray{Y: 80}})
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// imagesOf returns the images of a memory's document, in order.
func (e *engram) imagesOf(token, id string) (all []map[string]any) {
	for _, b := range e.blocksOf(token, id) {
		if b["kind"] == "figure" {
			all = append(all, b["image"].(map[string]any))
		}
	}
	return all
}

func TestFigures(t *testing.T) {
	onEachEngine(t, testFigures)
}

// testFigures saves an article with pictures: good ones, one that comes twice, and such as can't
// be had.
func testFigures(t *testing.T, cfg config.Config) {
	e := start(t, cfg)
	ann, bob := e.signUp("ann"), e.signUp("bob")
	words := strings.Repeat("The mill stands where two becks meet and turns on most days. ", 8)
	asked := make(chan string, 100)
	picture := func(width, height int) http.HandlerFunc {
		file := painted(t, width, height)
		return func(w http.ResponseWriter, r *http.Request) {
			asked <- r.URL.Path
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write(file)
		}
	}
	var page strings.Builder
	for _, name := range []string{"wheel", "wide", "wheel", "giant", "dot", "missing", "inside", "drawing.svg?x"} {
		fmt.Fprintf(&page, `<p>%s</p><img src="/%s" alt="The %s of the mill">`, words, name, name)
	}
	address := site(t, map[string]http.HandlerFunc{
		"/mill":  html("<title>Mill</title><article><h1>Mill</h1>" + page.String() + "<p>" + words + "</p></article>"),
		"/wheel": picture(300, 200), "/wide": picture(3200, 800), "/giant": picture(10_000, 10_000), "/dot": picture(8, 8),
		"/inside": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://10.0.0.1/secret", http.StatusFound)
		},
	})
	id := e.add(ann, map[string]string{"type": "link", "link": address + "/mill"})["_id"].(string)
	e.settled(ann, id)
	waitFor(t, "the pictures are kept", func() bool {
		images := e.imagesOf(ann, id)
		return len(images) == 7 && images[1]["url"] != nil
	})
	images := e.imagesOf(ann, id)
	for i, want := range []struct{ width, height any }{{300.0, 200.0}, {1600.0, 400.0}, {300.0, 200.0}, {nil, nil}, {nil, nil}, {nil, nil}, {nil, nil}} {
		if got := images[i]; got["width"] != want.width || got["height"] != want.height || (got["url"] != nil) != (want.width != nil) || got["key"] != nil {
			t.Errorf("picture %d is %v, want %v", i, got, want)
		}
	}
	found := e.want(200, e.search(ann, "the wheel of the mill", "all-memories"))
	if cited := found.memories("citations"); len(cited) == 0 || cited[0]["quote"] != "The wheel of the mill" || cited[0]["passage"] != images[0]["said"].(map[string]any)["passage"] {
		t.Errorf("by the words of a picture alone it cites %v, want those of %v", cited, images[0])
	}
	close(asked)
	times := map[string]int{}
	for path := range asked {
		times[path]++
	}
	if times["/wheel"] > 2 { // for the card and for the text
		t.Errorf("the same picture was fetched %d times", times["/wheel"])
	}
	link := strings.TrimPrefix(images[1]["url"].(string), e.url)
	if got := e.want(200, e.call("GET", link, "", nil)); got.header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("the picture is %v", got.header)
	}
	e.want(404, e.call("GET", "/api/v1/content/"+id+"/document", bob, nil))
	e.want(404, e.call("GET", strings.SplitN(link, "?", 2)[0], bob, nil))
	e.want(200, e.call("DELETE", "/api/v1/content", ann, map[string]string{"contentId": id}))
	e.want(200, e.call("DELETE", "/api/v1/trash", ann, nil))
	waitFor(t, "the picture is removed", func() bool { return e.call("GET", link, "", nil).status == 404 })
}
