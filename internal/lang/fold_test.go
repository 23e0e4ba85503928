package lang

import "testing"

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"Été ÅNGSTRÖM":       "ete angstrom",
		"Ｈｅｌｌｏ ﬁne":          "hello fine",
		"Straße Ærø Łódź":    "strasse aero lodz",
		"Йод ёлка":           "йод елка",
		"が ガ":                "が ガ",
		"Αθήνα ΟΔΟΣ":         "αθηνα οδοσ",
		"it’s":               "it's",
		"\u0645\u064e\u0646": "\u0645\u0646",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}
