package account

import (
	"strings"
	"unicode/utf8"

	"engram/internal/fault"
)

// The rules of names and passwords, with the specified messages. The web form has the same table;
// both report the first broken rule.
const (
	minUsername, maxUsername = 3, 10
	minPassword, maxPassword = 8, 20
	specialCharacters        = `!@#$%^&*(),.?":{}|<>`
)

type rule struct {
	holds   func(string) bool
	message string
}

var usernameRules = []rule{
	{atLeast(minUsername), "Username must be atleast 3 characters long"},
	{atMost(maxUsername), "Username must not exceed 10 characters"},
	{onlyLetters, "Username must only contain letters"},
}

var passwordRules = []rule{
	{atLeast(minPassword), "Password should be atleast 8 characters long"},
	{atMost(maxPassword), "Password should not exceed 20 characters"},
	{containsByte('A', 'Z'), "Password should contain atleast one uppercase character"},
	{containsByte('a', 'z'), "Password should contain atleast one lowercase character"},
	{containsByte('0', '9'), "Password should contain atleast one number"},
	{func(s string) bool { return strings.ContainsAny(s, specialCharacters) }, "Password must contain atleast one special character"},
}

// CheckUsername returns fault.Invalid with the message of the first rule that the name breaks.
func CheckUsername(name string) error { return check(name, usernameRules) }

// CheckPassword returns fault.Invalid with the message of the first rule that the password breaks.
func CheckPassword(password string) error { return check(password, passwordRules) }

func check(s string, rules []rule) error {
	for _, r := range rules {
		if !r.holds(s) {
			return fault.New(fault.Invalid, r.message)
		}
	}
	return nil
}

func atLeast(n int) func(string) bool {
	return func(s string) bool { return utf8.RuneCountInString(s) >= n }
}

func atMost(n int) func(string) bool {
	return func(s string) bool { return utf8.RuneCountInString(s) <= n }
}

func onlyLetters(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return true
}

func containsByte(low, high byte) func(string) bool {
	return func(s string) bool {
		for i := range len(s) {
			if low <= s[i] && s[i] <= high {
				return true
			}
		}
		return false
	}
}
