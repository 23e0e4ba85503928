// Package version names the version of this program.
package version

import (
	"cmp"
	"fmt"
	"runtime/debug"
)

// release is the release's tag, set by its build.
var release string

// Name returns the release, or the version that Go derives from the repository.
func Name() string {
	info, _ := debug.ReadBuildInfo()
	return name(release, info)
}

// Full returns Name with commit and date, if known.
func Full() string {
	info, _ := debug.ReadBuildInfo()
	return describe(release, info)
}

func name(release string, info *debug.BuildInfo) string {
	if info == nil {
		return cmp.Or(release, "unknown")
	}
	return cmp.Or(release, info.Main.Version, "unknown")
}

func describe(release string, info *debug.BuildInfo) string {
	set := map[string]string{}
	if info != nil {
		for _, s := range info.Settings {
			set[s.Key] = s.Value
		}
	}
	commit, date := set["vcs.revision"], set["vcs.time"]
	if commit == "" {
		return name(release, info)
	}
	if set["vcs.modified"] == "true" {
		commit += ", changed"
	}
	return fmt.Sprintf("%s (%s, %s)", name(release, info), commit, date)
}
