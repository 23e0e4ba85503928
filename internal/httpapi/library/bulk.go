package library

import (
	"context"
	"errors"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/filter"
	"engram/internal/httpapi/route"
	"engram/internal/library"
)

// Selection chooses memories in a body.
type Selection struct {
	IDs    []string `json:"ids,omitempty" doc:"At most 2,000."`
	Filter string   `json:"filter,omitempty" doc:"In place of ids: the words of a filter. At most 2,000 memories may be behind it."`
}

// chosen returns the ids of a selection, each once. fault.Invalid for too many, for ids and a filter
// at once, and for a filter that selects everything.
func (p Parts) chosen(ctx context.Context, userID string, s Selection, zone string) ([]string, error) {
	switch {
	case s.Filter == "":
		return library.Selection(s.IDs)
	case len(s.IDs) > 0:
		return nil, fault.New(fault.Invalid, "Please choose memories by their ids or by a filter, not by both")
	}
	words, err := filter.Read(s.Filter)
	switch {
	case err != nil:
		return nil, err
	case len(words) == 0:
		return nil, fault.New(fault.Invalid, "Please choose a filter, or memories by their ids")
	}
	ids, err := p.Filters.IDs(ctx, userID, filter.Query{Filters: []filter.Filter{words}, Zone: route.ZoneOf(zone)})
	if err != nil {
		return nil, err
	}
	return library.Selection(ids)
}

type bulkInput struct {
	TimeZone string `header:"Time-Zone" doc:"The IANA name of the zone whose days a filter means. UTC where it is absent or unknown."`
	Body     struct {
		Selection
		Action string   `json:"action" enum:"tag,untag,star,unstar,archive,unarchive,read,unread,delete,restore,refresh"`
		Tags   []string `json:"tags,omitempty" doc:"Of tag and untag."`
	}
}

type bulkOutput struct {
	Body struct {
		Changed []string `json:"changed" nullable:"false" doc:"The memories that it changed: the opposite action undoes it of these."`
		Message string   `json:"message,omitempty" doc:"Why it went no further, or can't be undone."`
	}
}

// action changes memories and returns those that it changed, also beside an error.
type action func(p Parts, ctx context.Context, userID string, ids, tags []string) ([]string, error)

var actions = map[string]action{
	"tag": func(p Parts, ctx context.Context, userID string, ids, tags []string) ([]string, error) {
		return p.Library.Tag(ctx, userID, ids, tags, nil)
	},
	"untag": func(p Parts, ctx context.Context, userID string, ids, tags []string) ([]string, error) {
		return p.Library.Tag(ctx, userID, ids, nil, tags)
	},
	"star": mark(library.Starred, true), "unstar": mark(library.Starred, false),
	"archive": mark(library.Archived, true), "unarchive": mark(library.Archived, false),
	"read": mark(library.Read, true), "unread": mark(library.Read, false),
	"delete": func(p Parts, ctx context.Context, userID string, ids, _ []string) ([]string, error) {
		return p.Library.DeleteAll(ctx, userID, ids)
	},
	"restore": each(func(p Parts, ctx context.Context, userID, id string) error {
		return p.Trash.Restore(ctx, userID, id, p.Plans)
	}),
	"refresh": each(func(p Parts, ctx context.Context, userID, id string) error {
		_, err := p.Captures.Refresh(ctx, userID, id)
		return err
	}),
}

func mark(m library.Mark, is bool) action {
	return func(p Parts, ctx context.Context, userID string, ids, _ []string) ([]string, error) {
		return p.Library.SetMark(ctx, userID, ids, m, is)
	}
}

// each does something to one memory after the other. Those that it can't be done to are passed over.
func each(do func(p Parts, ctx context.Context, userID, id string) error) action {
	return func(p Parts, ctx context.Context, userID string, ids, _ []string) (changed []string, err error) {
		for _, id := range ids {
			switch err := do(p, ctx, userID, id); fault.KindOf(err) {
			case fault.NotFound, fault.Invalid:
			default:
				if err != nil {
					return changed, err
				}
				changed = append(changed, id)
			}
		}
		return changed, nil
	}
}

// bulk changes many memories. The reason that stops it after some is in the answer with those.
func (p Parts) bulk(ctx context.Context, id account.Identity, in *bulkInput) (*bulkOutput, error) {
	act, known := actions[in.Body.Action]
	if !known {
		return nil, fault.New(fault.Invalid, "Unknown action")
	}
	ids, err := p.chosen(ctx, id.User().ID, in.Body.Selection, in.TimeZone)
	if err != nil {
		return nil, err
	}
	changed, err := act(p, ctx, id.User().ID, ids, in.Body.Tags)
	stop, is := errors.AsType[*fault.Error](err)
	if err != nil && (!is || len(changed) == 0) {
		return nil, err
	}
	out := &bulkOutput{}
	if out.Body.Changed = changed; changed == nil {
		out.Body.Changed = []string{}
	}
	if is {
		out.Body.Message = stop.Message
	}
	return out, nil
}
