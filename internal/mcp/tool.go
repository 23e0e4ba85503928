package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"engram/internal/plaintext"

	"engram/internal/token"
)

// maxError is the length in characters of what an error says: it may quote what was sent.
const maxError = 600

// tool describes a tool with the scope that it needs.
type tool struct {
	name, title, says string
	scope             token.Scope
	changes           bool // it adds something
	repeatable        bool // calling it twice is calling it once
	open              bool // it reaches beyond what was saved
}

// ScopeOf returns the scope that a tool needs; empty: there is no such tool.
func ScopeOf(name string) token.Scope {
	for _, t := range tools {
		if t.name == name {
			return t.scope
		}
	}
	return ""
}

// addTools adds every tool. Clients see them in the order of their names.
func (s *server) addTools(out *sdk.Server) {
	add(out, s, searchTool, s.search)
	add(out, s, fetchTool, s.fetch)
	add(out, s, askTool, s.ask)
	add(out, s, saveTool, s.save)
	add(out, s, recentTool, s.listRecent)
	add(out, s, tagTool, s.addTags)
	add(out, s, highlightsTool, s.highlights)
}

var tools = []tool{searchTool, fetchTool, askTool, saveTool, recentTool, tagTool, highlightsTool}

// add adds a tool. What it returns is sent as data and as text; links to resources follow.
func add[In, Out any](out *sdk.Server, s *server, t tool, work func(context.Context, Caller, In) (Out, []sdk.Content, error)) {
	no := false
	described := &sdk.Tool{
		Name: t.name, Title: t.title, Description: t.says,
		InputSchema: schemaOf[In](), OutputSchema: schemaOf[Out](),
		Annotations: &sdk.ToolAnnotations{
			Title: t.title, ReadOnlyHint: !t.changes, DestructiveHint: &no, IdempotentHint: t.repeatable, OpenWorldHint: &t.open,
		},
	}
	// TestResults holds results to their schema. The SDK would parse each again.
	sdk.AddTool(out, described, func(ctx context.Context, _ *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		c := callerOf(ctx)
		if !c.Scopes.Has(t.scope) {
			return nil, nil, errors.New(Lacks(t.scope))
		}
		result, links, err := work(ctx, c, in)
		if err != nil {
			return nil, nil, s.words(err)
		}
		text, err := written(result)
		if err != nil {
			return nil, nil, s.words(err)
		}
		return &sdk.CallToolResult{
			Content: append([]sdk.Content{&sdk.TextContent{Text: text}}, links...), StructuredContent: json.RawMessage(text),
		}, nil, nil
	})
}

// written returns a result as text: JSON with its signs as they are.
func written(result any) (string, error) {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(result)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// Lacks says that a scope is missing.
func Lacks(scope token.Scope) string {
	return "This connection may not do that: it was not given the right to " + string(scope) + "."
}

// schemaOf returns the schema of a type in which no field may be null: strict clients refuse such types.
func schemaOf[T any]() *jsonschema.Schema {
	schema, err := jsonschema.ForType(reflect.TypeFor[T](), &jsonschema.ForOptions{})
	if err != nil {
		panic(err) // our own types always have one
	}
	withoutNull(schema)
	return schema
}

func withoutNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if kept := slices.DeleteFunc(slices.Clone(s.Types), func(t string) bool { return t == "null" }); len(kept) == 1 {
		s.Type, s.Types = kept[0], nil
	}
	withoutNull(s.Items)
	for _, p := range s.Properties {
		withoutNull(p)
	}
}

// withoutNulls drops arguments that are null, which clients send for those that they leave out.
func withoutNulls(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		if call, ok := r.(*sdk.CallToolRequest); ok && call.Params != nil {
			var fields map[string]json.RawMessage
			if json.Unmarshal(call.Params.Arguments, &fields) == nil {
				given := len(fields)
				for name, value := range fields {
					if string(value) == "null" {
						delete(fields, name)
					}
				}
				if rest, err := json.Marshal(fields); err == nil && len(fields) < given {
					call.Params.Arguments = rest
				}
			}
		}
		return next(ctx, method, r)
	}
}

// shortErrors shortens what errors say, and leaves them no data.
func shortErrors(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		result, err := next(ctx, method, r)
		if called, ok := result.(*sdk.CallToolResult); ok && called != nil && called.IsError {
			called.StructuredContent = nil
			for _, c := range called.Content {
				if text, ok := c.(*sdk.TextContent); ok {
					text.Text = plaintext.Shorten(text.Text, maxError)
				}
			}
		}
		return result, err
	}
}

// refused returns an error of the protocol in words, for what is no tool.
func refused(words string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: words}
}
