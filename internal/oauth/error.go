package oauth

// Code names an error to clients (RFC 6749, sections 4.1.2.1 and 5.2; RFC 8707; RFC 7591).
type Code string

// The codes.
const (
	InvalidRequest  Code = "invalid_request"
	InvalidClient   Code = "invalid_client"
	InvalidGrant    Code = "invalid_grant"
	InvalidScope    Code = "invalid_scope"
	InvalidTarget   Code = "invalid_target"
	InvalidRedirect Code = "invalid_redirect_uri"
	InvalidMetadata Code = "invalid_client_metadata"
	Unauthorized    Code = "unauthorized_client"
	AccessDenied    Code = "access_denied"
	UnknownGrant    Code = "unsupported_grant_type"
	UnknownResponse Code = "unsupported_response_type"
)

// Error is an error for a client.
type Error struct {
	Code  Code
	Words string
}

func (e Error) Error() string { return string(e.Code) + ": " + e.Words }
