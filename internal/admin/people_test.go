package admin

import (
	"context"
	"testing"

	"engram/internal/blob"
)

type people struct{ Store }

func (people) People(context.Context, string, int) ([]Person, error) {
	return []Person{{ID: "ann"}, {ID: "bob"}}, nil
}

func (people) Failures(context.Context, int) ([]Failure, error) { return nil, nil }
func (people) Size(context.Context) (int64, error)              { return 1, nil }

type queue struct{ Queue }

func (queue) Waiting(context.Context) (int, error)       { return 0, nil }
func (queue) Failed(context.Context, int) ([]Job, error) { return nil, nil }

type files struct{ walks int }

func (f *files) List(_ context.Context, yield func(blob.Info) error) error {
	f.walks++
	for key, size := range map[string]int64{"documents/ann/1.pdf": 30, "pictures/ann/2.jpg": 4, "pictures/gone/3.jpg": 500, "index/ann/4-1.segment": 7000} {
		if err := yield(blob.Info{Key: key, Size: size}); err != nil {
			return err
		}
	}
	return nil
}

func TestFilesAreCountedOnceForPeopleAndTheOverview(t *testing.T) {
	kept := &files{}
	service := New(Parts{Store: people{}, Queue: queue{}, Files: kept, Free: func() int64 { return 9 }})
	page, err := service.People(t.Context(), "")
	if err != nil || page.Files != 3 || page.Bytes != 534 || page.People[0].Bytes != 34 || page.People[1].Bytes != 0 || page.More {
		t.Errorf("got %+v, %v", page, err)
	}
	if _, err := service.Overview(t.Context()); err != nil || kept.walks != 1 {
		t.Errorf("the files are listed %d times, %v", kept.walks, err)
	}
}
