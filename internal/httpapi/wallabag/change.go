package wallabag

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"engram/internal/fault"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/token"
)

// get answers with an entry.
func (c *calls) get(w http.ResponseWriter, r *http.Request, who caller) error {
	id, err := c.numbered(r, who)
	if err != nil {
		return err
	}
	return c.answer(w, r, who, id)
}

// editOf returns the change that fields ask for, and whether they ask for any.
func editOf(form url.Values) (e library.Edit, any bool, err error) {
	if e.Archived, err = flag(form, "archive"); err != nil {
		return e, false, err
	}
	if e.Starred, err = flag(form, "starred"); err != nil {
		return e, false, err
	}
	if title := strings.TrimSpace(form.Get("title")); title != "" {
		e.Title = &title
	}
	if tags := words(form.Get("tags")); len(tags) > 0 {
		e.Tags = &tags
	}
	return e, e.Archived != nil || e.Starred != nil || e.Title != nil || e.Tags != nil, nil
}

// save saves an address, once. What is saved already is changed only by a token that may.
func (c *calls) save(w http.ResponseWriter, r *http.Request, who caller) error {
	form, err := read(w, r)
	if err != nil {
		return err
	}
	edit, edits, err := editOf(form)
	if err != nil {
		return err
	}
	saved, err := c.Memories.Add(r.Context(), who.userID(), c.Plans, memory.Draft{Kind: memory.Link, Link: form.Get("url"), IfNew: true})
	if err != nil {
		return err
	}
	isNew := saved.Before.ID != saved.Memory.ID
	if edits && (isNew || who.scopes.Has(token.Edit)) {
		if _, err := c.Library.Edit(r.Context(), who.userID(), saved.Memory.ID, edit); err != nil {
			return err
		}
	}
	return c.answer(w, r, who, saved.Memory.ID)
}

// change changes an entry.
func (c *calls) change(w http.ResponseWriter, r *http.Request, who caller) error {
	id, err := c.numbered(r, who)
	if err != nil {
		return err
	}
	form, err := read(w, r)
	if err != nil {
		return err
	}
	edit, edits, err := editOf(form)
	if err == nil && edits {
		_, err = c.Library.Edit(r.Context(), who.userID(), id, edit)
	}
	if err != nil {
		return err
	}
	return c.answer(w, r, who, id)
}

// delete moves an entry to the trash, and answers with it or, if that is asked for, with its number.
func (c *calls) delete(w http.ResponseWriter, r *http.Request, who caller) error {
	id, err := c.numbered(r, who)
	if err != nil {
		return err
	}
	out, err := c.one(r.Context(), who, id)
	if err != nil {
		return err
	}
	if _, err := c.Memories.Delete(r.Context(), who.userID(), id); err != nil {
		return err
	}
	if r.URL.Query().Get("expect") == "id" {
		return writeJSON(w, map[string]int{"id": out.ID})
	}
	return writeJSON(w, out)
}

// reload has an entry captured anew.
func (c *calls) reload(w http.ResponseWriter, r *http.Request, who caller) error {
	id, err := c.numbered(r, who)
	if err != nil {
		return err
	}
	if _, err := c.Captures.Refresh(r.Context(), who.userID(), id); err != nil {
		return err
	}
	return c.answer(w, r, who, id)
}

// tagsOfEntry answers with the tags of an entry.
func (c *calls) tagsOfEntry(w http.ResponseWriter, r *http.Request, who caller) error {
	m, err := c.memory(r, who)
	if err != nil {
		return err
	}
	numbers, err := c.numbersOf(r.Context(), who, []memory.Memory{m})
	if err != nil {
		return err
	}
	return writeJSON(w, tagsOf(m.Tags, numbers))
}

// addTags gives an entry tags.
func (c *calls) addTags(w http.ResponseWriter, r *http.Request, who caller) error {
	id, err := c.numbered(r, who)
	if err != nil {
		return err
	}
	form, err := read(w, r)
	if err != nil {
		return err
	}
	if _, err := c.Library.Tag(r.Context(), who.userID(), []string{id}, words(form.Get("tags")), nil); err != nil {
		return err
	}
	return c.answer(w, r, who, id)
}

// removeTag takes a tag from an entry.
func (c *calls) removeTag(w http.ResponseWriter, r *http.Request, who caller) error {
	id, err := c.numbered(r, who)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(strings.TrimSuffix(r.PathValue("tag"), ".json"))
	if err != nil {
		return fault.New(fault.NotFound, "There is no such tag")
	}
	key, err := c.Entries.TagOf(r.Context(), who.userID(), number)
	if err != nil {
		return err
	}
	if _, err := c.Library.Tag(r.Context(), who.userID(), []string{id}, nil, []string{key}); err != nil {
		return err
	}
	return c.answer(w, r, who, id)
}

// tags answers with all tags.
func (c *calls) tags(w http.ResponseWriter, r *http.Request, who caller) error {
	found, err := c.Library.Tags(r.Context(), who.userID(), "")
	if err != nil {
		return err
	}
	names, keys := make([]string, len(found)), make([]string, len(found))
	for i, tag := range found {
		names[i], keys[i] = tag.Name, library.TagKey(tag.Name)
	}
	numbers, err := c.Entries.TagNumbers(r.Context(), who.userID(), keys)
	if err != nil {
		return err
	}
	return writeJSON(w, tagsOf(names, numbers))
}
