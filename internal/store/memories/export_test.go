package memories

// ListQuery is List's, and FeedQuery ChangedSince's.
var ListQuery = listQuery

const FeedQuery = feedQuery
