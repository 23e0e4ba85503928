package answer

import (
	"errors"

	"engram/internal/answer/semaphore"
	"engram/internal/fault"
)

// notice returns the message for the person that says why the model did not answer.
func notice(err error) string {
	switch {
	case errors.Is(err, semaphore.ErrBusy):
		return "Many questions are being asked just now, so the model was not asked."
	case errors.Is(err, errSlow):
		return "The model did not answer in time."
	case errors.Is(err, errUnusable):
		return "The model gave no answer that can be used."
	}
	switch fault.KindOf(err) {
	case fault.Limit:
		return "The model's allowance is used up for now."
	case fault.Forbidden:
		return "The model declined to answer."
	case fault.Invalid:
		return "The model does not take this question."
	}
	return "The model can't be reached just now."
}

// fromSaved is added to a notice if the fallback found an answer.
const fromSaved = " This is quoted from what you saved."

// endsEarly is the notice for an answer that was cut off.
const endsEarly = "The model's answer was too long and ends early."

// outcome returns the metric label of a call to the model.
func outcome(err error) string {
	switch {
	case err == nil:
		return "answered"
	case errors.Is(err, semaphore.ErrBusy):
		return "busy"
	case errors.Is(err, errSlow):
		return "slow"
	case errors.Is(err, errUnusable):
		return "unusable"
	}
	switch fault.KindOf(err) {
	case fault.Limit:
		return "limit"
	case fault.Forbidden:
		return "declined"
	case fault.Invalid:
		return "invalid"
	}
	return "failed"
}
