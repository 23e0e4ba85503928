package conversation

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/fault"
)

// termSet records a term and the time before which conversations were deleted.
type termSet struct {
	Term Term
	Then time.Time
}

func (s *fakeStore) Term(context.Context, string) (Term, error) { return s.term, s.fails }

func (s *fakeStore) SetTerm(_ context.Context, _ string, term Term, then, now time.Time) error {
	s.termSets, s.term = append(s.termSets, termSet{term, then}), term
	return s.fails
}

func (s *fakeStore) ForgetConversations(_ context.Context, term Term, then time.Time) error {
	s.forgets = append(s.forgets, termSet{term, then})
	return s.fails
}

func TestTerm(t *testing.T) {
	nothing, old := time.Time{}, noon.Add(-90*24*time.Hour)
	for _, test := range []struct {
		title    string
		from, to Term
		then     time.Time
	}{
		{"conversations older than 90 days are deleted at once", Always, NinetyDays, old},
		{"a longer term deletes nothing", NinetyDays, Always, nothing},
		{"never deletes everything", NinetyDays, Never, noon},
		{"leaving never for always deletes what was asked meanwhile", Never, Always, noon},
		{"leaving never for 90 days deletes it too", Never, NinetyDays, noon},
	} {
		t.Run(test.title, func(t *testing.T) {
			s := &fakeStore{term: test.from}
			if err := newService(s).SetTerm(t.Context(), "u", test.to); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]termSet{{test.to, test.then}}, s.termSets); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	t.Run("setting the same term again changes nothing, and an invalid one is refused", func(t *testing.T) {
		s := &fakeStore{term: Never}
		if err := newService(s).SetTerm(t.Context(), "u", Never); err != nil {
			t.Error(err)
		}
		for _, wrong := range []Term{"", "ever", "NEVER", "90"} {
			if err := newService(s).SetTerm(t.Context(), "u", wrong); fault.KindOf(err) != fault.Invalid {
				t.Errorf("%q: got %v", wrong, err)
			}
		}
		if len(s.termSets) > 0 {
			t.Errorf("set %v", s.termSets)
		}
	})
	t.Run("the sweep leaves 90 days, and an hour of conversations that are not kept", func(t *testing.T) {
		s := &fakeStore{}
		if err := newService(s).Forget(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]termSet{{NinetyDays, old}, {Never, noon.Add(-time.Hour)}}, s.forgets); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("a conversation that is not kept is in no list", func(t *testing.T) {
		s := &fakeStore{term: Never, found: []Found{{}}}
		if page, next, err := newService(s).List(t.Context(), "u", "", "", 0); len(page) > 0 || next != "" || err != nil {
			t.Errorf("got %v, %q, %v", page, next, err)
		}
	})
}
