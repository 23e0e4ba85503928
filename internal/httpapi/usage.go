package httpapi

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/plan"
)

type wireUse struct {
	Used  int  `json:"used"`
	Limit *int `json:"limit" doc:"Null when unlimited."`
}

type wireSearches struct {
	Used     int       `json:"used"`
	Limit    *int      `json:"limit" doc:"Null when unlimited."`
	ResetsAt time.Time `json:"resetsAt" doc:"When the day ends, in UTC, and with it what was used of it."`
}

type usageOutput struct {
	Body struct {
		Memories  wireUse      `json:"memories"`
		Documents wireUse      `json:"documents"`
		Searches  wireSearches `json:"searches" doc:"Of today."`
	}
}

func (a *api) usage(ctx context.Context, id account.Identity, _ *struct{}) (*usageOutput, error) {
	usage, err := a.Quota.Usage(ctx, id.User().ID, a.limitsOf(id))
	out := &usageOutput{}
	out.Body.Memories, out.Body.Documents = useOf(usage.Memories), useOf(usage.Documents)
	out.Body.Searches = wireSearches{usage.Searches.Count, limitOrNull(usage.Searches), usage.ResetsAt}
	return out, err
}

func useOf(allowance plan.Allowance) wireUse {
	return wireUse{Used: allowance.Count, Limit: limitOrNull(allowance)}
}
