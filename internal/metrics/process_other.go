//go:build !linux

package metrics

import "errors"

func self() (process, error) { return process{}, errors.ErrUnsupported }
