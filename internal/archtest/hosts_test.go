package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// hosts lists the hosts that the program's source names, by purpose. None is the makers' own:
// nothing is reported to them.
var hosts = map[string][]string{
	"metadata of videos": {
		"api.streamable.com", "api.vidyard.com", "app.mixcloud.com", "cdnapisec.kaltura.com", "clips.twitch.tv", "fast.wistia.com", "image.mux.com",
		"share.vidyard.com", "soundcloud.com", "streamable.com", "vimeo.com", "www.dailymotion.com", "www.kaltura.com", "www.twitch.tv", "www.youtube.com",
	},
	"players, in a frame": {
		"fast.wistia.net", "geo.dailymotion.com", "play.vidyard.com", "player-widget.mixcloud.com", "player.mux.com", "player.twitch.tv",
		"player.vimeo.com", "w.soundcloud.com", "www.facebook.com", "www.youtube-nocookie.com",
	},
	"recordings for an embedded player": {"api.soundcloud.com", "fb.watch"},
	"tweets and their pictures":         {"abs.twimg.com", "cdn.syndication.twimg.com", "pbs.twimg.com"},
	"names that a tweet mentions":       {"x.com"},
	"the people of the landing page":    {"randomuser.me"},
	"the certificate authority":         {"acme-v02.api.letsencrypt.org"},
	"the name of a format":              {"a9.com", "jsonfeed.org", "ns.adobe.com", "opds-spec.org", "purl.org", "www.daisy.org", "www.idpf.org", "www.sitemaps.org", "www.w3.org"},
}

// address finds the hosts in literals; an address that begins with a verb of fmt names none.
var address = regexp.MustCompile(`https?://([\w-]+(?:\.[\w-]+)+)`)

func TestHosts(t *testing.T) {
	got := map[string]bool{}
	for _, root := range []string{"../../cmd", "../../internal"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Dir(path), "test") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(node ast.Node) bool {
				if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
					for _, found := range address.FindAllStringSubmatch(literal.Value, -1) {
						got[found[1]] = true
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	want := slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Values(hosts))...)))
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(got))); diff != "" {
		t.Errorf("the hosts that stand in the program are others (-listed +found):\n%s", diff)
	}
}
