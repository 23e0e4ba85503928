package embed

import (
	"context"

	"engram/internal/usage"
)

// callsOf returns the calls of users whose texts are sent together, by user, with estimated tokens.
func callsOf(texts []Text, contents []string) map[string]usage.Call {
	calls := map[string]usage.Call{}
	for i, t := range texts {
		call := calls[t.UserID]
		call.AddMemory(t.MemoryID)
		call.Prompt += usage.Estimate(len(contents[i]))
		calls[t.UserID] = call
	}
	return calls
}

// record logs a call for each of its users, with a share of what was reported.
func (s *Service) record(ctx context.Context, calls map[string]usage.Call, meter *usage.Meter) {
	if s.calls == nil {
		return
	}
	all := 0
	for _, call := range calls {
		all += call.Prompt
	}
	reported, _ := meter.Tokens(all, 0)
	for userID, call := range calls {
		call.UserID, call.Model, call.Purpose = userID, s.embedder.Model(), usage.Embedding
		call.Prompt = call.Prompt * reported / max(all, 1)
		s.calls.Record(ctx, call)
	}
}
