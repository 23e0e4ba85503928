package store_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"engram/internal/store/storetest"
)

// hole stands in a statement for what is put into it when it runs.
const hole = "…"

var (
	// reference finds a table in a statement, and the name that it has there.
	reference = regexp.MustCompile(`\b(FROM|JOIN|UPDATE|INTO)\s+(\w+|` + hole + `)(?:\s+(?:AS\s+)?([a-z]\w*))?`)
	// filtered finds a comparison of a user_id of the one table that is meant.
	filtered = regexp.MustCompile(`(?:^|[^.\w])user_id\s*=|\(user_id(?:, \w+)+\)\s*(?:=|IN)`)
	// bound finds a user_id that is given by the caller.
	bound = regexp.MustCompile(`\buser_id\s*=\s*(?:\$\d|` + hole + `)`)
	// within finds a condition that belongs to a statement about another table.
	within = regexp.MustCompile(`^(?:(?:AND|OR|NOT) )*EXISTS\b`)
	// inserted finds a user_id among the columns of an insertion.
	inserted = regexp.MustCompile(`^[^(]*\([^)]*\buser_id\b`)
)

// unfiltered returns the tables of a statement whose rows may be of any user: their user_id is neither given nor that of
// another table's row, or no user_id is given at all.
func unfiltered(statement string, owned map[string]bool) (tables []string) {
	for _, at := range reference.FindAllStringSubmatchIndex(statement, -1) {
		verb, table := statement[at[2]:at[3]], statement[at[4]:at[5]]
		if !owned[table] {
			continue
		}
		name := table
		if at[6] >= 0 {
			name = statement[at[6]:at[7]]
		}
		named := regexp.MustCompile(`\b` + name + `\.user_id\s*=|=\s*` + name + `\.user_id\b`)
		if verb == "INTO" && inserted.MatchString(statement[at[1]:]) || named.MatchString(statement) {
			continue
		}
		tables = append(tables, table)
	}
	if len(tables) <= len(filtered.FindAllString(statement, -1)) {
		tables = nil
	}
	inserts := strings.HasPrefix(statement, "INSERT INTO") && !strings.Contains(statement, "SELECT")
	if len(tables) == 0 && !inserts && !bound.MatchString(statement) && !within.MatchString(statement) {
		tables = []string{"what is joined"}
	}
	return tables
}

func refersTo(statement string, owned map[string]bool) bool {
	return slices.ContainsFunc(reference.FindAllStringSubmatch(statement, -1), func(found []string) bool { return owned[found[2]] })
}

// texts are the strings that stand in the code of a package's functions, put together as far as that is known before it runs.
func texts(files []*ast.File, yield func(function, text string)) {
	known := map[string]string{}
	for range 3 { // some are made of others
		for _, file := range files {
			remember(file, known)
		}
	}
	for _, file := range files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			local := maps.Clone(known)
			remember(f, local)
			ast.Inspect(f, func(node ast.Node) bool {
				e, ok := node.(ast.Expr)
				if !ok {
					return true
				}
				text, whole := folded(e, local)
				if whole {
					yield(f.Name.Name, strings.Join(strings.Fields(text), " "))
				}
				return !whole
			})
		}
	}
}

// remember adds the strings that names stand for, but for those that are assigned later.
func remember(within ast.Node, known map[string]string) {
	add := func(name string, value ast.Expr) {
		if text, ok := folded(value, known); ok {
			known[name] = text
		}
	}
	var changed []string
	ast.Inspect(within, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.ValueSpec:
			for i, value := range n.Values {
				add(n.Names[i].Name, value)
			}
		case *ast.AssignStmt:
			name, ok := n.Lhs[0].(*ast.Ident)
			switch {
			case !ok || len(n.Lhs) != len(n.Rhs):
			case n.Tok == token.DEFINE:
				add(name.Name, n.Rhs[0])
			default:
				changed = append(changed, name.Name)
			}
		}
		return true
	})
	for _, name := range changed {
		delete(known, name)
	}
}

// folded returns an expression's text, with holes, and whether there is any.
func folded(e ast.Expr, known map[string]string) (text string, some bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return text, true
		}
	case *ast.BinaryExpr:
		left, some := folded(e.X, known)
		right, more := folded(e.Y, known)
		return left + right, e.Op == token.ADD && (some || more)
	case *ast.ParenExpr:
		return folded(e.X, known)
	case *ast.Ident:
		if text, ok := known[e.Name]; ok {
			return text, true
		}
	}
	return hole, false
}

// What statements without a user are for.
const (
	sweeps   = "removes what is old, of all users, in the background"
	works    = "finds what is to be done next, of any user, in the background"
	owners   = "an owner looks after all accounts"
	finds    = "finds the user of what a stranger to the database gives"
	encodes  = "is about models, and the passages of all users that one has not seen"
	anyTable = "reads or copies each table whole, for a check or a migration"
)

// across lists the functions with statements that are not about a given user, and the reason.
var across = map[string]string{
	"accounts.ForgetAddresses": sweeps, "accounts.ForgetEvents": sweeps, "accounts.ForgetTokens": sweeps,
	"conversations.ForgetConversations": sweeps, "entries.ForgetNumbers": sweeps, "grants.ForgetGrants": sweeps, "idempotency.ForgetAnswers": sweeps, "mails.Forget": sweeps,
	"memories.PurgeTrash": sweeps, "memories.removeUnclaimed": sweeps, "payments.ForgetTestCheckouts": sweeps, "snapshots.StaleSnapshots": sweeps, "usage.ForgetCalls": sweeps, "webhooks.Forget": sweeps,

	"following.DueFeed": works, "imports.Expired": works, "imports.Release": works, "imports.UnderWay": works, "memories.Unmeasured": works,
	"payments.Abandoned": works, "payments.Unchecked": works, "webhooks.Due": works,

	"accounts.EnsureOwner": owners, "accounts.Invitations": owners, "accounts.Revoke": owners, "accounts.hasUsers": owners,
	"admin.Failures": owners, "admin.People": owners, "admin.PersonNamed": owners, "admin.othersOwn": owners,
	"admin.DeleteUser": "a deleted user's name goes from the invitation, which is another's",

	"payments.OwnerOf": finds, "watched.Owner": finds,

	"passages.Length": encodes, "passages.TotalProgress": encodes, "passages.otherModels": encodes, "passages.stretches": encodes, "passages.unembedded": encodes,

	"checks.Users": anyTable, "store.beforeMigration": anyTable, "store.damage": anyTable, "store.lostOfSQLite": anyTable, "store.lostOfPostgres": anyTable,
	"transfer.batch": anyTable, "transfer.digestOf": anyTable, "transfer.insert": anyTable, "transfer.read": anyTable,
	"transfer.advance": "the table of the migration itself", "transfer.position": "the table of the migration itself",

	"store.agree": "whether there is any user",

	"trash.insert": "puts back rows with the columns that they had, user_id among them",
}

func TestUnfilteredStatementsAreFound(t *testing.T) {
	owned := map[string]bool{"memories": true, "tweets": true, hole: true}
	for statement, want := range map[string][]string{
		`SELECT id FROM memories WHERE user_id = $1 AND id = $2`:                                                      nil,
		`SELECT id FROM memories WHERE id = $1`:                                                                       {"memories"},
		`DELETE FROM tweets WHERE memory_id = $1`:                                                                     {"tweets"},
		`UPDATE memories SET title = $1 WHERE id = $2`:                                                                {"memories"},
		`SELECT 1 FROM … WHERE id = $1`:                                                                               {hole},
		`INSERT INTO tweets (user_id, data) VALUES ($1, $2)`:                                                          nil,
		`INSERT INTO tweets (memory_id, data) VALUES ($1, $2)`:                                                        {"tweets"},
		`SELECT 1 FROM memories m JOIN tweets t ON t.user_id = m.user_id AND t.memory_id = m.id WHERE m.user_id = $1`: nil,
		`SELECT 1 FROM memories m JOIN tweets t ON t.user_id = m.user_id WHERE m.id = $1`:                             {"what is joined"},
		`SELECT 1 FROM memories m JOIN tweets t ON t.memory_id = m.id WHERE m.user_id = $1`:                           {"tweets"},
		`SELECT id FROM memories WHERE user_id = $1 AND id IN (SELECT memory_id FROM tweets WHERE data = $2)`:         {"memories", "tweets"},
		`INSERT INTO tweets (user_id, data) SELECT user_id, title FROM memories WHERE id = $1`:                        {"memories"},
	} {
		if got := unfiltered(statement, owned); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", statement, got, want)
		}
	}
}

func TestStatementsFilterByUser(t *testing.T) {
	f := &fixture{db: storetest.Open(t, storetest.SQLiteMigrated(t))}
	owned := map[string]bool{hole: true}
	for _, table := range f.strings(t, tablesOf[f.db.Dialect()], 1) {
		owned[table[0]] = apart[table[0]] == ""
	}
	packages := map[string][]*ast.File{}
	positions := token.NewFileSet()
	noError(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (path == "migration" || path == "storetest") {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(positions, path, nil, parser.SkipObjectResolution)
		packages[filepath.Dir(path)] = append(packages[filepath.Dir(path)], file)
		return err
	}))
	statements, used := 0, map[string]bool{}
	for folder, files := range packages {
		texts(files, func(function, text string) {
			if !refersTo(text, owned) {
				return
			}
			statements++
			tables := unfiltered(text, owned)
			name := strings.Replace(filepath.Base(folder), ".", "store", 1) + "." + function
			used[name] = used[name] || len(tables) > 0
			if len(tables) > 0 && across[name] == "" {
				t.Errorf("%s reads or writes %v of any user: %s", name, tables, text)
			}
		})
	}
	for name := range across {
		if !used[name] {
			t.Errorf("%s has a user in each of its statements: take it off the list", name)
		}
	}
	if statements < 300 {
		t.Errorf("only %d statements were found", statements)
	}
}
