package app

import (
	"net/http"
	"strings"
	"testing"

	"engram/internal/blob/s3/s3test"
	"engram/internal/config"
)

func TestABucketThatIsNotTheOne(t *testing.T) {
	server := s3test.Start(t)
	cfg := settings(t)
	cfg.BlobURL = server.Bucket("files")
	e := start(t, cfg)
	e.want(200, e.upload(e.user(), "lease.pdf", makePDF("The rent is due on Fridays.")))
	if err := e.app.Close(); err != nil {
		t.Fatal(err)
	}
	inFolder := settings(t)
	stopped(t, inFolder)
	inFolder.BlobURL = server.Bucket("other")
	ofAnother := settings(t)
	ofAnother.BlobURL = cfg.BlobURL
	absent, refused := cfg, cfg
	absent.BlobURL = strings.Replace(cfg.BlobURL, "/files", "/elsewhere", 1)
	refused.BlobURL = strings.Replace(cfg.BlobURL, s3test.Secret, "hunter2hunter2", 1)
	for name, test := range map[string]struct {
		cfg  *config.Config
		want string
	}{
		"files in the folder":        {&inFolder, "files lie in"},
		"the bucket of another":      {&ofAnother, "the database has no users, but the bucket"},
		"a bucket that is not there": {&absent, `there is no bucket "elsewhere"`},
		"a wrong secret":             {&refused, "the secret is not that of the key"},
	} {
		t.Run(name, func(t *testing.T) {
			out := startFails(t, *test.cfg)
			if strings.Count(out, "\n") != 1 || !strings.Contains(out, test.want) || strings.Contains(out, "hunter2") || strings.Contains(out, s3test.Secret) {
				t.Errorf("it says %q", out)
			}
		})
	}
}

func TestABucketThatIsAway(t *testing.T) {
	server := s3test.Start(t)
	cfg := settings(t)
	cfg.BlobURL = server.Bucket("files")
	e := start(t, cfg)
	token := e.user()
	link := e.want(200, e.upload(token, "lease.pdf", makePDF("The rent is due on Fridays."))).text("url")
	id := e.settled(token, e.add(token, map[string]string{"type": "document", "link": link})["_id"].(string))["_id"].(string)
	server.Stop()
	e.want(503, e.upload(token, "other.pdf", makePDF("another")))
	e.want(503, e.call(http.MethodGet, link, "", nil))
	e.want(200, e.call(http.MethodGet, "/api/v1/content/"+id, token, nil))
	if got := e.want(200, e.search(token, "When is the rent due?", "all-memories")); len(got.memories("content")) != 1 {
		t.Errorf("it finds %v", got)
	}
	server.Continue()
	e.want(200, e.upload(token, "other.pdf", makePDF("another")))
	e.want(200, e.call(http.MethodGet, link, "", nil))
}
