package metrics

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// page is the response to a scrape: metric families with their samples.
type page struct{ bytes.Buffer }

// label is a name that we chose with a value that may hold anything.
type label struct{ name, value string }

// family begins what follows until the next one. Help is in one line and holds no backslash.
func (p *page) family(name, kind, help string) {
	fmt.Fprintf(&p.Buffer, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// single is a family of one sample.
func (p *page) single(name, kind, help string, value float64) {
	p.family(name, kind, help)
	p.sample(name, value)
}

func (p *page) sample(name string, value float64, labels ...label) {
	p.WriteString(name)
	for i, l := range labels {
		p.WriteByte("{,"[min(i, 1)])
		fmt.Fprintf(&p.Buffer, `%s="%s"`, l.name, escaped.Replace(strings.ToValidUTF8(l.value, "\uFFFD")))
	}
	if len(labels) > 0 {
		p.WriteByte('}')
	}
	p.WriteByte(' ')
	p.WriteString(strconv.FormatFloat(value, 'g', -1, 64))
	p.WriteByte('\n')
}

var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
