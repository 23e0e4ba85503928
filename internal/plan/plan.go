// Package plan is the table of limits per tier.
package plan

// Name is a tier as stored with a user.
type Name string

const (
	Free Name = "free"
	Pro  Name = "pro"
)

// HasAPI reports whether a plan has API access, and what comes with it: Pro by the year.
func (n Name) HasAPI(annual bool) bool { return n == Pro && annual }

// Limits are a tier's allowances. Zero is unlimited.
type Limits struct {
	Memories       int // stored at one time
	Documents      int // stored at one time
	SearchesPerDay int // per UTC day
}

// Table holds the limits of the tiers that the server enforces. Enterprise is by contact only.
type Table struct {
	Free, Pro Limits
	UploadMB  int // per document, on every plan
}

// For returns the limits of a tier, and the strictest for an unknown name.
func (t Table) For(name Name) Limits {
	if name == Pro {
		return t.Pro
	}
	return t.Free
}

// Allowance is the use of one limit.
type Allowance struct {
	Allowed bool
	Count   int
	Limit   int // zero is unlimited
}

// Allow returns the allowance for a count and a limit.
func Allow(count, limit int) Allowance {
	return Allowance{Allowed: limit == 0 || count < limit, Count: count, Limit: limit}
}
