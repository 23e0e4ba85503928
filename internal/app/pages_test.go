package app

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"net/http"
	"strings"
	"testing"

	"engram/internal/config"
)

// picture returns the answer to a page's signed link.
func (e *engram) picture(template string, page, width any) answer {
	e.t.Helper()
	address := strings.NewReplacer("{page}", fmt.Sprint(page), "{width}", fmt.Sprint(width)).Replace(template)
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		e.t.Fatal(err)
	}
	return e.send(request)
}

func TestPages(t *testing.T) {
	onEachEngine(t, testPages)
}

func testPages(t *testing.T, cfg config.Config) {
	e := start(t, cfg)
	ann, bob := e.signUp("ann"), e.signUp("bob")
	id := e.document(ann, "two.pdf", makePDF("Yeast eats twice", "The second page"))
	path := "/api/v1/content/" + id + "/pages"
	pages := e.want(200, e.call("GET", path, ann, nil))
	if sizes := pages.memories("pages"); len(sizes) != 2 || sizes[0]["width"] != 612.0 || sizes[0]["height"] != 792.0 || pages.body["count"] != 2.0 {
		t.Fatalf("pages %v", pages)
	}
	template := pages.text("image")
	drawn := e.want(200, e.picture(template, 2, 800))
	img, err := jpeg.Decode(bytes.NewReader([]byte(drawn.raw)))
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X != 800 || size.Y != 1035 {
		t.Errorf("the page is %v large", size)
	}
	words := e.want(200, e.call("GET", path+"/2", ann, nil)).memories("words")
	if len(words) != 3 || words[1]["text"] != "second" {
		t.Errorf("words %v", words)
	}
	if box := words[0]["box"].([]any); box[0].(float64) < 70 || box[0].(float64) > 74 || box[1].(float64) < 70 || box[1].(float64) > 82 {
		t.Errorf("%q is at %v", words[0]["text"], box)
	}

	note := e.note(ann, "no pages")
	for _, refused := range []struct {
		status      int
		path, token string
	}{
		{404, path, bob}, {404, path + "/1", bob}, {401, path, ""}, {401, path + "/1", ""},
		{404, path + "/0", ann}, {404, path + "/3", ann}, {404, path + "/-1", ann}, {400, path + "/one", ann}, {400, path + "/99999999999999999999", ann},
		{404, "/api/v1/content/" + note + "/pages", ann}, {404, "/api/v1/content/x/pages", ann},
	} {
		e.want(refused.status, e.call("GET", refused.path, refused.token, nil))
	}
	for _, refused := range []struct {
		status      int
		page, width any
	}{{404, 3, 800}, {404, 0, 800}, {400, 1, 801}, {400, 1, "x"}, {400, "x", 800}, {400, 1, 1 << 40}} {
		e.want(refused.status, e.picture(template, refused.page, refused.width))
	}
	e.want(403, e.picture(strings.Replace(template, "signature=", "signature=x", 1), 1, 800))

	e.want(200, e.call("DELETE", "/api/v1/content", ann, map[string]string{"contentId": id}))
	e.want(404, e.call("GET", path, ann, nil))
	e.want(404, e.call("GET", path+"/2", ann, nil))
	e.want(404, e.picture(template, 2, 800)) // which was drawn before
}

func TestPagesOfHostileFiles(t *testing.T) {
	e := start(t, settings(t))
	ann := e.user()
	for name, file := range map[string][]byte{"damaged.pdf": []byte("%PDF-1.7\n%%EOF"), "empty.pdf": []byte("%PDF-")} {
		id := e.document(ann, name, file)
		got := e.want(400, e.call("GET", "/api/v1/content/"+id+"/pages", ann, nil))
		if !strings.Contains(got.text("message"), "can't be drawn") {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPagesOfAnEndedSession(t *testing.T) {
	e := start(t, settings(t))
	ann := e.user()
	id := e.document(ann, "one.pdf", makePDF("Only one"))
	template := e.want(200, e.call("GET", "/api/v1/content/"+id+"/pages", ann, nil)).text("image")
	e.want(200, e.picture(template, 1, 176))
	e.want(200, e.call("POST", "/api/v1/signout", ann, nil))
	e.want(403, e.picture(template, 1, 176))
}
