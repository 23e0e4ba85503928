package text

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"
)

func TestX(t *testing.T) {
	for _, s := range []string{"Mom's l'eau sync.Map busy_timeout U.S.A. £9,000 3.14 1.000,50 v1.2.3 customs_v2", "食べるのが好き。東京 カラーテレビ 水", "Привет ёлка йод", "ﬁne Ｈｅｌｌｏ½ Straße Ærø", "¿Cuántas capturas ha conseguido?", "AND OR NEAR( \x00 \xff\xfe foo\xffbar", "สวัสดี hello"} {
		fmt.Printf("%v %q\n", Detect(s), Terms(s, Detect(s)))
	}
	f, _ := os.Open("/work/shared/eval/xquad-en/corpus.jsonl")
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	var ds []string
	for sc.Scan() {
		var d struct{ Text string }
		json.Unmarshal(sc.Bytes(), &d)
		ds = append(ds, d.Text)
	}
	for _, g := range []func(string){func(s string) { appendWords(nil, s) }, func(s string) { Terms(s, English) }, func(s string) { Detect(s) }} {
		t0 := time.Now()
		for range 5 {
			for _, d := range ds {
				g(d)
			}
		}
		fmt.Println(time.Since(t0) / time.Duration(5*len(ds)))
	}
}
