package jsonfile

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestValuesAreReadAlone(t *testing.T) {
	long := strings.Repeat("x", 1000)
	r := New(strings.NewReader(`{"a":[1,"two]\"",{"b":[]},"` + long + `",null,[[3]],-4e1],"c":"d","e":{"f":true}}`))
	var got []string
	err := r.Fields(func(key string) error {
		if key == "e" {
			return r.To([]string{"f"}, func() error {
				raw, err := r.Raw(10)
				got = append(got, "f:"+string(raw))
				return err
			})
		}
		if key != "a" {
			return nil
		}
		return r.Each(func() error {
			raw, err := r.Raw(100)
			if errors.Is(err, ErrTooLong) {
				raw, err = []byte("long"), nil
			}
			got = append(got, string(raw))
			return err
		})
	})
	want := []string{"1", `"two]\""`, `{"b":[]}`, "long", "null", "[[3]]", "-4e1", "f:true"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, %s", err, diff)
	}
}

func TestWhatIsNoJSON(t *testing.T) {
	for _, text := range []string{"", "[", `["a`, `{"a"`, `{"a" 1}`, "[}", `{1:2}`, `{"a":}`, "]", `[1,{"a":[}]`} {
		r := New(strings.NewReader(text))
		var err error
		if r.Kind() == '{' {
			err = r.Fields(func(string) error { return nil })
		} else {
			err = r.Each(func() error { return nil })
		}
		if !errors.Is(err, ErrSyntax) && text != `[1,{"a":[}]` {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestAsTheLibrary compares with encoding/json.
func TestAsTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.OneOf(
			rapid.String().AsAny(), rapid.Float64Range(-1e9, 1e9).AsAny(), rapid.Bool().AsAny(),
			rapid.MapOf(rapid.String(), rapid.SliceOf(rapid.String())).AsAny(),
		)).Draw(t, "list")
		text, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		var got []any
		r := New(strings.NewReader(string(text)))
		err = r.Each(func() error {
			raw, err := r.Raw(1 << 20)
			var v any
			if err == nil {
				err = json.Unmarshal(raw, &v)
			}
			got = append(got, v)
			return err
		})
		var want []any
		_ = json.Unmarshal(text, &want)
		if diff := cmp.Diff(want, got); len(want) > 0 && diff != "" || err != nil || r.Offset() != int64(len(text)) {
			t.Errorf("%v, %d of %d bytes, %s", err, r.Offset(), len(text), diff)
		}
	})
}

func TestLoose(t *testing.T) {
	var got struct {
		A, B, C, D Text
		E, F, G, H Flag
		I, J, K    List
	}
	err := json.Unmarshal([]byte(`{"a":"x","b":12,"c":null,"d":{},"e":true,"f":"1","g":"no","h":0,"i":["a",{"name":"b"},{"label":"c"},""],"j":"d, e","k":null}`), &got)
	if err != nil || got.A != "x" || got.B != "12" || got.C != "" || got.D != "" || !bool(got.E && got.F) || bool(got.G || got.H) ||
		strings.Join(append(got.I, got.J...), "|") != "a|b|c|d|e" || got.K != nil {
		t.Errorf("%v, %+v", err, got)
	}
}

func FuzzReader(f *testing.F) {
	f.Add(`[{"a":[1,"\u0041"]},null]`)
	f.Fuzz(func(t *testing.T, text string) {
		r := New(strings.NewReader(text))
		_ = r.Each(func() error {
			_, err := r.Raw(16)
			if errors.Is(err, ErrTooLong) {
				return nil
			}
			return err
		})
		Look(text)
		if r.Offset() > int64(len(text)) {
			t.Errorf("%d bytes of %d were read", r.Offset(), len(text))
		}
	})
}
