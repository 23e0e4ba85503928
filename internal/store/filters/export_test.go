package filters

import "engram/internal/filter"

// Statements returns the statements that a query leads to, each with its arguments.
func Statements(userID string, q filter.Query, page filter.Page) map[string][]any {
	all := map[string][]any{}
	for _, s := range []*statement{
		pageQuery(userID, q, page), selecting("COUNT(*)", userID, q), selecting(allIDs, userID, q),
		facets("host_key", userID, q), authorFacets(userID, q), tagFacets(userID, q),
	} {
		all[s.text.String()] = s.args
	}
	return all
}
