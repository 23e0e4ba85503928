package memories

// ListQuery and FeedQuery are the queries of List and ChangedSince.
var ListQuery = listQuery

const FeedQuery = feedQuery
