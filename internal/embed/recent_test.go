package embed

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestRecent(t *testing.T) {
	t.Run("it remembers what was used last, as a list does that is searched from its end", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			const size = 4
			r := recent{size: size}
			var used []byte // last used last
			for _, q := range rapid.SliceOf(rapid.ByteRange(0, 9)).Draw(rt, "questions") {
				at := slices.Index(used, q)
				v, found := r.get(keyOf(fmt.Sprint(q)))
				if found != (at >= 0) || found && v[0] != int8(q) {
					rt.Fatalf("%d: %v, %v; remembered are %v", q, v, found, used)
				}
				if found {
					used = slices.Delete(used, at, at+1)
				} else {
					r.put(keyOf(fmt.Sprint(q)), []int8{int8(q)})
				}
				if used = append(used, q); len(used) > size {
					used = used[1:]
				}
			}
		})
	})
	t.Run("a question that means nothing is remembered as such, and one that was put twice once", func(t *testing.T) {
		r := recent{size: 2}
		r.put(keyOf(""), nil)
		r.put(keyOf("a"), []int8{1})
		r.put(keyOf("a"), []int8{1})
		if v, found := r.get(keyOf("")); v != nil || !found {
			t.Errorf("%v, %v", v, found)
		}
	})
}
