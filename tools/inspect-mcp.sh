#!/bin/sh
# Asks a new Engram by the inspector of the Model Context Protocol for all that docs/mcp.md lists. Needs Node 22.19 or newer, curl and the npm registry.
set -eu
inspector=@modelcontextprotocol/inspector@2.12.0
data=$(mktemp -d)
: >"$data/log"
ENGRAM_ADDR=127.0.0.1:0 ENGRAM_DATA_DIR=$data ENGRAM_MODE=personal ENGRAM_ENCODER=off bin/engram serve 2>"$data/log" &
program=$!
trap 'kill $program; wait $program || true; rm -rf "$data"' EXIT
until url=$(sed -n 's/.*Engram is ready.* url=\([^ ]*\).*/\1/p' "$data/log") && test -n "$url"; do
	kill -0 $program || { cat "$data/log"; exit 1; }
	sleep 0.1
done

# post PATH CREDENTIAL BODY prints the token of the answer.
post() {
	curl -sf "$url$1" -H "Authorization: $2" -H 'Content-Type: application/json' -d "$3" | sed -n 's/.*"token":"\([^"]*\)".*/\1/p'
}
session=$(post /api/v1/signup '' '{"username":"inspector","password":"Correct1!horse"}')
token=$(post /api/v1/tokens "$session" '{"name":"Inspector","scopes":["read","ask","save","edit"],"expiresAt":null}')

# inspect WANTED ARGUMENTS... fails unless the answer holds what is wanted.
inspect() {
	wanted=$1
	shift
	answer=$(npx --yes "$inspector" --cli "$url/mcp" --transport http --header "Authorization: Bearer $token" "$@") || { echo "$*: $answer"; exit 1; }
	case $answer in
	*"$wanted"*) echo "ok $*" ;;
	*) echo "$*: no $wanted in $answer"; exit 1 ;;
	esac
}
inspect '"list_recent"' --method tools/list
inspect '"Saved"' --method tools/call --tool-name save --tool-arg 'note=The spare key hangs behind the boiler.'
inspect 'The spare key' --method tools/call --tool-name search --tool-arg 'query=spare key'
id=$(printf '%s' "$answer" | sed -n 's/.*"id": "\([^"]*\)".*/\1/p' | head -n 1)
inspect 'behind the boiler' --method tools/call --tool-name fetch --tool-arg "id=$id"
inspect 'engram://memory/{id}' --method resources/templates/list
inspect 'behind the boiler' --method resources/read --uri "engram://memory/$id"
inspect '"from_memories"' --method prompts/list
inspect 'Where is the key?' --method prompts/get --prompt-name from_memories --prompt-args 'question=Where is the key?'
