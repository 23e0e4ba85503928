package blob

import (
	"testing"

	"pgregory.net/rapid"
)

func TestOwner(t *testing.T) {
	for key, want := range map[string]string{
		"documents/ann/1.pdf": "ann", "pictures/bob/2.jpg": "bob", "imports/cyd/3": "cyd", "index/dan/4-1.segment": "dan", "": "", "documents": "", "documents/ann": "",
		"documents/ann/1/2.pdf": "", "films/ann/1.mp4": "",
	} {
		if got := Owner(key); got != want {
			t.Errorf("the owner of %q is %q, want %q", key, got, want)
		}
	}
}

func TestKeysNameTheirOwner(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringMatching(`[0-9a-f][0-9a-f-]{0,35}`)
		user, of := id.Draw(t, "user"), id.Draw(t, "id")
		for _, key := range []string{DocumentKey(user, of), PictureKey(user, of), ImportKey(user, of), IndexKey(user, of, "1.segment")} {
			if !ValidKey(key) || Owner(key) != user {
				t.Errorf("the owner of %q is %q, want %q", key, Owner(key), user)
			}
		}
	})
}
