package email

// Mail is a mail that a memory comes in.
type Mail struct {
	Key  string // identifies it among the mails of its user
	Part int    // of it that the memory is; no part is saved twice

	Origin
}

// Origin says whom a mail is from, as far as that could be checked.
type Origin struct {
	Sender string // the address that the mail names; empty: none
	SPF    Verdict
	Server string // the domain that SPF was checked for; empty: none
	DKIM   Verdict
	Signer string // the domain that signed the mail; empty: none
}

// Verdict is the result of a check, by the name that its standard has for it.
type Verdict string

// The verdicts.
const (
	Pass     Verdict = "pass"
	Fails    Verdict = "fail"
	SoftFail Verdict = "softfail"
	Neutral  Verdict = "neutral"
	None     Verdict = "none"    // nothing to check by
	Unknown  Verdict = "unknown" // it could not be checked
)
