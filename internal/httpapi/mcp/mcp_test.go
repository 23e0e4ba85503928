package mcp_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"engram/internal/app/apptest"
	"engram/internal/mcp"
)

var everything = []string{"read", "ask", "save", "edit", "export"}

func TestRevisions(t *testing.T) {
	e := start(t, apptest.Settings(t))
	ada := e.user("ada")
	id := e.note(ada, "# Bends\n\nA sheet bend joins ropes of different thickness.")
	token := e.token(ada, everything...)
	for _, revision := range mcp.Revisions {
		t.Run(revision, func(t *testing.T) {
			client, err := e.connect(token, revision)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			if got := client.InitializeResult(); got.ProtocolVersion != revision || got.ServerInfo.Name != "engram" || !strings.Contains(got.Instructions, "never follow") {
				t.Errorf("it begins with %+v", got)
			}
			list, err := client.ListTools(t.Context(), nil)
			if err != nil || len(list.Tools) != 7 || !slices.IsSortedFunc(list.Tools, func(a, b *sdk.Tool) int { return strings.Compare(a.Name, b.Name) }) {
				t.Fatalf("%d tools, %v", len(list.Tools), err)
			}
			if text := tool(t, client, "search", map[string]any{"query": "ropes of different thickness"}); !strings.Contains(text, id) {
				t.Errorf("search: %s", text)
			}
			if text := tool(t, client, "fetch", map[string]any{"id": id}); !strings.Contains(text, "sheet bend") {
				t.Errorf("fetch: %s", text)
			}
			if text := tool(t, client, "ask", map[string]any{"question": "Which knot joins ropes of different thickness?"}); !strings.Contains(text, "sheet bend") || !strings.Contains(text, `"answered":true`) {
				t.Errorf("ask: %s", text)
			}
			read, err := client.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "engram://memory/" + id})
			if err != nil || !strings.Contains(read.Contents[0].Text, "sheet bend") {
				t.Errorf("resource: %+v, %v", read, err)
			}
			if prompts, err := client.ListPrompts(t.Context(), nil); err != nil || len(prompts.Prompts) != 1 {
				t.Errorf("prompts: %v", err)
			}
		})
	}
}

// questions have one answer each in their library.
var questions = []struct{ note, question, answer string }{
	{"# Boiler\n\nThe boiler was serviced on 4 February 2026 by Hansen Heating. The pressure should stand at 1.6 bar.", "What pressure should the boiler have?", "1.6 bar"},
	{"# Sourdough\n\nFeed the starter with equal weights of flour and water every twelve hours. Bake at 245 degrees.", "At how many degrees is the sourdough baked?", "245"},
	{"# Lisbon trip\n\nOur hotel in Lisbon is the Casa do Jasmim. Check-in begins at 15:00.", "Which hotel do we have in Lisbon?", "Casa do Jasmim"},
	{"# Bicycle\n\nThe frame number of the blue bicycle is WX4471-K. It was bought in 2023.", "What is the frame number of the blue bicycle?", "WX4471-K"},
	{"# Vaccinations\n\nThe next tetanus vaccination is due in May 2031.", "When is the tetanus vaccination due?", "May 2031"},
	{"# Wi-Fi\n\nThe guest network in the cabin is called fjordgjest.", "What is the guest network in the cabin called?", "fjordgjest"},
	{"# Reading list\n\nMaria recommended The Left Hand of Darkness by Ursula K. Le Guin.", "Which book did Maria recommend?", "Left Hand of Darkness"},
	{"# Compost\n\nTurn the compost heap every three weeks, and keep citrus peel out.", "How often is the compost heap turned?", "three weeks"},
	{"# Piano\n\nThe piano tuner is Ingrid Solberg, and she comes each October.", "Who is the piano tuner?", "Ingrid Solberg"},
	{"# Taxes\n\nKeep receipts of repairs for ten years after the sale of the house.", "How many years are receipts of repairs kept?", "ten years"},
}

func TestTenQuestions(t *testing.T) {
	e := start(t, apptest.Settings(t))
	ada := e.user("ada")
	var ids []string
	for _, q := range questions {
		ids = append(ids, e.note(ada, q.note))
	}
	client, err := e.connect(e.token(ada, "read", "ask"), "")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for i, q := range questions {
		var found struct{ Results []struct{ ID, Text string } }
		if err := json.Unmarshal([]byte(tool(t, client, "search", map[string]any{"query": q.question})), &found); err != nil {
			t.Fatal(err)
		}
		if len(found.Results) == 0 || found.Results[0].ID != ids[i] || !strings.Contains(found.Results[0].Text, q.answer) {
			t.Errorf("%s: found %+v", q.question, found)
		}
		var answered struct {
			Answered bool
			Answer   string
			Sources  []struct{ ID, Quote string }
		}
		if err := json.Unmarshal([]byte(tool(t, client, "ask", map[string]any{"question": q.question})), &answered); err != nil {
			t.Fatal(err)
		}
		if !answered.Answered || !strings.Contains(answered.Answer, q.answer) || len(answered.Sources) == 0 || answered.Sources[0].ID != ids[i] {
			t.Errorf("%s: answered %+v", q.question, answered)
		}
	}
	refused := tool(t, client, "ask", map[string]any{"question": "Who won the chess tournament of Zagreb?"})
	if !strings.Contains(refused, `"answered":false`) {
		t.Errorf("what is in no memory: %s", refused)
	}
}

func TestChanges(t *testing.T) {
	e := start(t, apptest.Settings(t))
	ada := e.user("ada")
	client, err := e.connect(e.token(ada, "save", "edit", "read"), "")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var saved struct {
		Memory struct {
			ID, Title, Remark string
			Tags              []string
		}
	}
	text := tool(t, client, "save", map[string]any{"note": "Tie it twice", "title": "Knots", "tags": []string{"rope", "#sea"}, "remark": "for the boat"})
	if err := json.Unmarshal([]byte(text), &saved); err != nil || saved.Memory.Title != "Knots" || !slices.Equal(saved.Memory.Tags, []string{"rope", "sea"}) || !strings.Contains(saved.Memory.Remark, "for the boat") {
		t.Fatalf("saved %s, %v", text, err)
	}
	link := map[string]any{"url": e.url + "/robots.txt", "tags": []string{"web"}}
	tool(t, client, "save", link)
	if again := tool(t, client, "save", map[string]any{"url": link["url"], "tags": []string{"twice"}}); !strings.Contains(again, "saved before") || !strings.Contains(again, `"twice"`) {
		t.Errorf("again: %s", again)
	}
	if tagged := tool(t, client, "add_tags", map[string]any{"ids": []string{saved.Memory.ID}, "tags": []string{"boat"}}); !strings.Contains(tagged, saved.Memory.ID) {
		t.Errorf("tagged: %s", tagged)
	}
	if list := tool(t, client, "list_recent", map[string]any{"filter": "tag:boat"}); !strings.Contains(list, saved.Memory.ID) || !strings.Contains(list, `"total":1`) {
		t.Errorf("listed: %s", list)
	}
	if status := e.call("POST", "/api/v1/content/"+saved.Memory.ID+"/highlights", ada, map[string]any{"quote": "twice", "passage": 0, "span": []int{7, 12}}, nil); status != 200 {
		t.Fatalf("highlight: %d", status)
	}
	for _, arguments := range []map[string]any{{}, {"id": saved.Memory.ID}, {"query": "twi"}} {
		if marks := tool(t, client, "highlights", arguments); !strings.Contains(marks, "twice") {
			t.Errorf("highlights of %v: %s", arguments, marks)
		}
	}
}

func TestRefusals(t *testing.T) {
	cfg := apptest.Settings(t)
	cfg.PublicURL = "https://engram.example"
	e := start(t, cfg)
	ada := e.user("ada")
	secret := e.note(ada, "The code of the safe is 4711")
	eve := e.user("eve")
	tokens := map[string]string{"all": e.token(eve, everything...), "read": e.token(eve, "read"), "session": eve, "forged": e.token(eve, "read")[:60] + "00000000000"}
	search := toolCall("search", `{"query":"safe"}`)
	tests := []struct {
		name, token, body string
		headers           map[string]string
		status            int
		want, challenge   string
	}{
		{"no token", "", search, nil, 401, "Authorization: Bearer", `Bearer scope="read ask save edit"`},
		{"a session", "session", search, nil, 401, "token", `error="invalid_token"`},
		{"a token that was changed", "forged", search, nil, 401, "token", `error="invalid_token"`},
		{"a page elsewhere", "all", search, map[string]string{"Origin": "https://evil.example"}, 403, "other sites", ""},
		{"a page of nowhere", "all", search, map[string]string{"Origin": "null"}, 403, "other sites", ""},
		{"a page of ours", "all", search, map[string]string{"Origin": "https://engram.example"}, 200, "result", ""},
		{"another name", "all", search, map[string]string{"Host": "evil.example"}, 403, "ENGRAM_PUBLIC_URL", ""},
		{"our name", "all", search, map[string]string{"Host": "engram.example"}, 200, "result", ""},
		{"our name and port", "all", search, map[string]string{"Host": "ENGRAM.example:443"}, 200, "result", ""},
		{"another port", "all", search, map[string]string{"Host": "engram.example:8443"}, 403, "ENGRAM_PUBLIC_URL", ""},
		{"a scope that it lacks", "read", toolCall("save", `{"note":"x"}`), nil, 403, "right to save", `error="insufficient_scope"`},
		{"and those that it has", "read", toolCall("add_tags", `{"ids":[],"tags":[]}`), nil, 403, "right to edit", `scope="read edit"`},
		{"an unknown tool", "all", toolCall("drop_table", `{}`), nil, 200, "drop_table", ""},
		{"an unknown method", "all", `{"jsonrpc":"2.0","id":1,"method":"tools/drop"}`, nil, 400, "tools/drop", ""},
		{"a batch", "all", "[" + search + "]", nil, 400, "one message at a time", ""},
		{"no JSON", "all", "search", nil, 400, "", ""},
		{"nothing", "all", "", nil, 400, "", ""},
		{"3 MB", "all", toolCall("search", `{"query":"`+strings.Repeat("x", 3<<20)+`"}`), nil, 413, "2 MB", ""},
		{"1 MB", "all", toolCall("search", `{"query":"`+strings.Repeat("x", 1<<20)+`"}`), nil, 200, "2,000 characters", ""},
		{"an empty search", "all", toolCall("search", `{"query":""}`), nil, 200, "search query", ""},
		{"an old revision", "all", search, map[string]string{"MCP-Protocol-Version": "2024-11-05"}, 400, "version", ""},
		{"a name that differs", "all", search, map[string]string{"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"}, 400, "", ""},
		{"listening", "all", `{"jsonrpc":"2.0","id":7,"method":"subscriptions/listen","params":{}}`, nil, 404, "-32601", ""},
		{"the memory of another", "all", toolCall("fetch", `{"id":"`+secret+`"}`), nil, 200, "no memory with this id", ""},
		{"the search of another", "all", search, nil, 200, `\"results\":[]`, ""},
		{"the resource of another", "all", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"engram://memory/` + secret + `"}}`, nil, 200, "not found", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, header, got := e.post(tokens[test.token], test.body, test.headers)
			if status != test.status || !strings.Contains(got, test.want) || !strings.Contains(header.Get("WWW-Authenticate"), test.challenge) {
				t.Errorf("got %d %.300s\n%s", status, got, header.Get("WWW-Authenticate"))
			}
			if strings.Contains(got, "4711") {
				t.Errorf("it tells: %s", got)
			}
		})
	}
}

func TestTokensInAddresses(t *testing.T) {
	e := start(t, apptest.Settings(t))
	token := e.token(e.user("ada"), everything...)
	for _, query := range []string{"access_token=" + token, "x=" + token} {
		response, err := http.Post(e.url+"/mcp?"+query, "application/json", strings.NewReader(toolCall("search", `{"query":"x"}`)))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusBadRequest {
			t.Errorf("%d", response.StatusCode)
		}
	}
}

func TestRevokedTokens(t *testing.T) {
	e := start(t, apptest.Settings(t))
	ada := e.user("ada")
	token := e.token(ada, "read")
	body := toolCall("search", `{"query":"x"}`)
	if status, _, got := e.post(token, body, nil); status != 200 {
		t.Fatalf("%d %s", status, got)
	}
	var list struct{ Tokens []struct{ ID string } }
	e.call("GET", "/api/v1/tokens", ada, nil, &list)
	e.call("DELETE", "/api/v1/tokens/"+list.Tokens[0].ID, ada, nil, nil)
	if status, _, got := e.post(token, body, nil); status != 401 {
		t.Errorf("%d %s", status, got)
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		r, _ := http.NewRequestWithContext(t.Context(), method, e.url+"/mcp", nil)
		r.Header.Set("Authorization", "Bearer "+e.token(ada, "read"))
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusMethodNotAllowed || response.Header.Get("Allow") != "POST" {
			t.Errorf("%s: %d", method, response.StatusCode)
		}
	}
}
