package account

import (
	"strings"
	"testing"

	"engram/internal/fault"
)

func TestRules(t *testing.T) {
	tests := []struct {
		title   string
		check   func(string) error
		input   string
		message string // empty: valid
	}{
		{"VAL-01 a username of 3 letters passes", CheckUsername, "Ada", ""},
		{"VAL-01 a username of 10 letters passes", CheckUsername, "Alexandria", ""},
		{"VAL-02 a username of 2 letters", CheckUsername, "Al", "Username must be atleast 3 characters long"},
		{"VAL-02 an empty username", CheckUsername, "", "Username must be atleast 3 characters long"},
		{"VAL-03 a username of 11 letters", CheckUsername, "Bartholomew", "Username must not exceed 10 characters"},
		{"VAL-04 a username with a digit", CheckUsername, "Ada1", "Username must only contain letters"},
		{"VAL-04 a username with a blank", CheckUsername, "Ada L", "Username must only contain letters"},
		{"VAL-04 a username with a letter beyond A to Z", CheckUsername, "Zoë", "Username must only contain letters"},
		{"VAL-04 a username in another script", CheckUsername, "Анна", "Username must only contain letters"},
		{"VAL-05 a password of 8 characters passes", CheckPassword, "Secret1!", ""},
		{"VAL-05 a password of 20 characters passes", CheckPassword, "Secret1!Secret1!Secr", ""},
		{"VAL-05 characters are counted and not bytes", CheckPassword, "Sécrét1!éééééééééééé", ""},
		{"VAL-06 a password of 7 characters", CheckPassword, "Secre1!", "Password should be atleast 8 characters long"},
		{"VAL-07 a password of 21 characters", CheckPassword, "Secret1!Secret1!Secre", "Password should not exceed 20 characters"},
		{"VAL-08 no uppercase letter", CheckPassword, "secret1!", "Password should contain atleast one uppercase character"},
		{"VAL-09 no lowercase letter", CheckPassword, "SECRET1!", "Password should contain atleast one lowercase character"},
		{"VAL-10 no digit", CheckPassword, "Secret!!", "Password should contain atleast one number"},
		{"VAL-11 no special character", CheckPassword, "Secret12", "Password must contain atleast one special character"},
		{"VAL-12 a sign outside the set", CheckPassword, "Secret1_-+=[]", "Password must contain atleast one special character"},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			err := test.check(test.input)
			if test.message == "" {
				if err != nil {
					t.Fatalf("%q was refused: %v", test.input, err)
				}
				return
			}
			if err == nil || err.Error() != test.message || fault.KindOf(err) != fault.Invalid {
				t.Errorf("%q: got %v, want %s", test.input, err, test.message)
			}
		})
	}
	t.Run("VAL-12 each of the special characters satisfies the rule", func(t *testing.T) {
		for _, sign := range strings.Split(`!@#$%^&*(),.?":{}|<>`, "") {
			if err := CheckPassword("Secret12" + sign); err != nil {
				t.Errorf("%s: %v", sign, err)
			}
		}
	})
}
