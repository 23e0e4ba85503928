package version

import (
	"runtime/debug"
	"slices"
	"testing"
)

func TestVersionTellsTagCommitAndDate(t *testing.T) {
	built := &debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-2026"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "c0ffee"}, {Key: "vcs.time", Value: "2026-11-23T09:14:32Z"}, {Key: "vcs.modified", Value: "false"},
	}}
	changed := &debug.BuildInfo{Main: built.Main, Settings: append(slices.Clone(built.Settings[:2]), debug.BuildSetting{Key: "vcs.modified", Value: "true"})}
	for _, c := range []struct {
		release string
		info    *debug.BuildInfo
		want    string
	}{
		{"v0.1.0", built, "v0.1.0 (c0ffee, 2026-11-23T09:14:32Z)"},
		{"", built, "v0.0.0-2026 (c0ffee, 2026-11-23T09:14:32Z)"},
		{"", changed, "v0.0.0-2026 (c0ffee, changed, 2026-11-23T09:14:32Z)"},
		{"", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "(devel)"},
		{"v0.1.0", nil, "v0.1.0"},
		{"", nil, "unknown"},
	} {
		if got := describe(c.release, c.info); got != c.want {
			t.Errorf("release %q of %v: %q, want %q", c.release, c.info, got, c.want)
		}
	}
}
