package vault

import (
	"net/url"
	"path"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"engram/internal/importer"
)

const (
	maxFront      = 64 << 10 // bytes
	maxReferences = 2_000    // of one note
)

// markdown sends a file of Markdown as a note. What is written in square brackets stays as it is.
func (v *vault) markdown(m importer.Member) error {
	text, ok := textOf(m)
	if !ok {
		return v.out.Note(m.Base(), m.Name, msgBroken)
	}
	item := importer.Item{Kind: importer.KindNote, Title: titleOf(m), Tags: v.folders(m.Name), Place: m.Name}
	v.fill(&item, m, text)
	if notionName.MatchString(m.Name) {
		item.Title = firstHeading(item.Text, item.Title)
	}
	if item.CreatedAt.IsZero() {
		item.CreatedAt = v.modified(m)
	}
	return v.out.Item(item)
}

// fill writes what a text says into an item.
func (v *vault) fill(item *importer.Item, m importer.Member, text string) {
	front, body := frontMatter(text)
	item.Text = strings.TrimSpace(body)
	v.about(item, front)
	item.Tags = append(item.Tags, tagsIn(item.Text)...)
	attach(item, v.references(m, text))
}

var frontForm = regexp.MustCompile(`^---[ \t]*\r?\n(?s:(.*?))\r?\n?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)`)

// frontMatter returns the fields before a text, and the text without them.
func frontMatter(text string) (fields []yaml.Node, body string) {
	found := frontForm.FindStringSubmatchIndex(text[:min(len(text), maxFront)])
	if found == nil {
		return nil, text
	}
	var root yaml.Node
	if yaml.Unmarshal([]byte(text[found[2]:found[3]]), &root) != nil {
		return nil, text
	}
	if len(root.Content) == 1 && root.Content[0].Kind == yaml.MappingNode {
		for _, n := range root.Content[0].Content {
			fields = append(fields, *n)
		}
		return fields, text[found[1]:]
	}
	if root.Kind == 0 { // only comments, or nothing
		return nil, text[found[1]:]
	}
	return nil, text
}

// about writes the fields of a text's front matter into an item. What has no place in a memory is
// written below the text.
func (v *vault) about(item *importer.Item, fields []yaml.Node) {
	var rest []string
	for i := 0; i+1 < len(fields); i += 2 {
		key, values := fields[i].Value, valuesOf(&fields[i+1], 0)
		value := strings.Join(values, ", ")
		if value == "" {
			continue
		}
		switch strings.ToLower(key) {
		case "title":
			item.Title = value
		case "tags", "tag", "keywords", "categories", "category", "labels":
			item.Tags = append(item.Tags, splitTags(values)...)
		case "created", "date", "saved", "created_at", "date created", "created-at", "createdat":
			item.CreatedAt = v.out.Date(item, value)
		case "published":
			item.PublishedAt = v.out.Published(item, value)
		case "source", "url", "link":
			if item.URL == "" {
				item.URL = value
			}
		case "author", "authors":
			item.Author = value
		case "remark":
			item.Remark = value
		case "starred", "favorite", "favourite", "pinned":
			item.Starred = value == "true"
		case "archived":
			item.Archived = value == "true"
		default:
			rest = append(rest, "- "+key+": "+value)
		}
	}
	if len(rest) > 0 {
		item.Text = strings.TrimSpace(item.Text + "\n\n" + strings.Join(rest, "\n"))
	}
}

// valuesOf returns the scalars of a value.
func valuesOf(n *yaml.Node, depth int) (values []string) {
	if depth > 10 || n.Kind == yaml.AliasNode {
		return nil
	}
	if n.Kind == yaml.ScalarNode && n.Tag != "!!null" {
		return []string{strings.TrimSpace(n.Value)}
	}
	for _, inner := range n.Content {
		values = append(values, valuesOf(inner, depth+1)...)
	}
	return values
}

// splitTags splits names at commas, a single one at blanks as well, and paths at their slashes.
func splitTags(values []string) (tags []string) {
	for _, value := range values {
		for name := range strings.SplitSeq(value, ",") {
			names := []string{name}
			if len(values) == 1 && !strings.Contains(value, ",") {
				names = strings.Fields(name)
			}
			for _, name := range names {
				tags = append(tags, strings.Split(strings.TrimLeft(strings.TrimSpace(name), "#"), "/")...)
			}
		}
	}
	return tags
}

var (
	codeForm = regexp.MustCompile("(?s)```.*?(?:```|$)|`[^`\n]*`")
	wideTag  = regexp.MustCompile(`(?:^|\s)#([\pL\pN][^#\n]{0,60} [^#\n]{0,60}[\pL\pN])#(?:\s|$)`) // which Bear ends with a sign
	tagForm  = regexp.MustCompile(`(?:^|[\s(])#([\pL\pM\pN_/\-]*[\pL_][\pL\pM\pN_/\-]*)`)
)

// tagsIn returns the tags that a text has in its lines, outside code.
func tagsIn(text string) (tags []string) {
	text = codeForm.ReplaceAllString(text, " ")
	for _, found := range wideTag.FindAllStringSubmatch(text, maxReferences) {
		tags = append(tags, found[1])
	}
	for _, found := range tagForm.FindAllStringSubmatch(wideTag.ReplaceAllString(text, " "), maxReferences) {
		tags = append(tags, strings.Split(strings.Trim(found[1], "/"), "/")...)
	}
	return tags
}

// referenceForm matches what a text refers to, in Markdown, in Obsidian's way, and in HTML.
var referenceForm = regexp.MustCompile(`\]\(\s*<([^>\n]+)>|\]\(\s*([^)\s]+)|!\[\[([^\]|#\n]+)|(?:src|href)\s*=\s*["']([^"'\n]+)`)

// reference is a picture that a note refers to by a name.
type reference struct {
	name string
	file importer.Member
}

// references returns the pictures that a note's text refers to, each once.
func (v *vault) references(m importer.Member, text string) (all []reference) {
	seen := map[string]bool{}
	for _, found := range referenceForm.FindAllStringSubmatch(text, maxReferences) {
		name := found[1] + found[2] + found[3] + found[4]
		if strings.Contains(name, "://") || strings.HasPrefix(name, "data:") {
			continue
		}
		file, has := v.refers(m, name)
		if has && !seen[file.Name] && isPicture(file) {
			seen[file.Name] = true
			all = append(all, reference{name, file})
		}
	}
	return all
}

// attach gives an item the pictures that its text refers to.
func attach(item *importer.Item, all []reference) {
	for _, r := range all {
		item.Attachments = append(item.Attachments, importer.File{Name: r.name, Size: r.file.Size, Open: r.file.Open})
	}
}

// refers returns the file that a note means by a name: beside it, in its TextBundle, below the root,
// or the only one that is called so.
func (v *vault) refers(m importer.Member, name string) (importer.Member, bool) {
	name, _, _ = strings.Cut(name, "?")
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	name = strings.TrimPrefix(strings.TrimSpace(name), "/")
	for _, folder := range []string{path.Dir(m.Name), v.root, "", path.Join(path.Dir(m.Name), "assets"), path.Join(path.Dir(m.Name), "attachments")} {
		if file, has := v.in.Find(path.Join(folder, name)); has {
			return file, true
		}
	}
	if at, has := v.bases[strings.ToLower(path.Base(name))]; has && at != ambiguous {
		return v.in.Find(v.in.Members[at].Name)
	}
	return importer.Member{}, false
}

func isPicture(m importer.Member) bool {
	switch m.Extension() {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".heic", ".bmp":
		return true
	}
	return false
}

var headingForm = regexp.MustCompile(`^#{1,2}[ \t]+([^\n]+)`)

// firstHeading returns the heading that a text begins with, else another title.
func firstHeading(text, other string) string {
	if found := headingForm.FindStringSubmatch(strings.TrimSpace(text)); found != nil {
		return strings.TrimSpace(found[1])
	}
	return other
}
