// Package plan is the one table of what each tier may do. It is data alone.
package plan

// Name is a tier as it is stored with a user.
type Name string

const (
	Free Name = "free"
	Pro  Name = "pro"
)

// Limits are a tier's allowances. Zero is unlimited, everywhere.
type Limits struct {
	Memories       int // stored at one time
	Documents      int // stored at one time
	SearchesPerDay int // per UTC day
}

// Table holds the limits of every tier that the server enforces. Enterprise is contacted by mail and enforces nothing of its own.
type Table struct {
	Free, Pro Limits
	UploadMB  int // of one document, on every plan
}

// For returns the limits of a tier; an unknown name gets the strictest.
func (t Table) For(name Name) Limits {
	if name == Pro {
		return t.Pro
	}
	return t.Free
}

// Allowance is how much of one limit is used.
type Allowance struct {
	Allowed bool
	Count   int
	Limit   int // zero is unlimited
}

// Allow compares a count with a limit.
func Allow(count, limit int) Allowance {
	return Allowance{Allowed: limit == 0 || count < limit, Count: count, Limit: limit}
}
