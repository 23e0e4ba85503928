package httpapi

import (
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
)

type wireTweet struct {
	Data any `json:"data" doc:"The tweet in the shape in which the service that embeds tweets gives it; null when there is none."`
}

// embedded registers the call for a tweet card. Its data are third-party JSON and its 404 differs,
// so the contract is written by hand.
func (a *api) embedded(route, summary string, handle route.Handler) {
	op := a.Operation(route, 0, summary, []int{http.StatusUnauthorized})
	op.OperationID = "get-tweet"
	op.Description = "The caller's kept copy or, where a memory of theirs is not captured yet, what the service says now. 404 as well for a tweet that they did not save, and when that service does not answer."
	op.Parameters = []*huma.Param{{
		Name: "id", In: "path", Required: true, Description: "The tweet's number.", Schema: &huma.Schema{Type: "string"},
	}}
	tweet := a.JSON(reflect.TypeFor[wireTweet]())
	op.Responses["200"] = &huma.Response{Description: "OK", Content: tweet}
	op.Responses["404"] = &huma.Response{Description: "Not Found, with null for data", Content: tweet}
	a.Handle(op, handle)
}

func (a *api) getTweet(w http.ResponseWriter, r *http.Request, id account.Identity) error {
	// A slow reader holds a whole answer in memory. Not every connection has deadlines.
	_ = http.NewResponseController(w).SetWriteDeadline(a.Now().Add(route.AnswerTimeout))
	data, err := a.Tweets.Get(r.Context(), id.User().ID, r.PathValue("id"))
	w.Header().Set("Cache-Control", "private, no-cache")
	switch kind := fault.KindOf(err); {
	case err == nil:
		wire.WriteJSON(w, http.StatusOK, wireTweet{json.RawMessage(data)})
		return nil
	case kind == fault.NotFound:
		a.Log.Debug("no tweet", "error", err)
	case kind == fault.Unavailable: // a card asks once, so an unavailable tweet is none
		a.Log.Info("no tweet", "error", err)
	default:
		return err
	}
	wire.WriteJSON(w, http.StatusNotFound, wireTweet{})
	return nil
}
