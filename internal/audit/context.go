package audit

import "context"

type (
	deviceKey struct{}
	choiceKey struct{}
)

// From notes the device, in words, that what is done with ctx is done from; empty: none of a user's.
func From(ctx context.Context, device string) context.Context {
	return context.WithValue(ctx, deviceKey{}, device)
}

// Device is the device that From noted, or empty.
func Device(ctx context.Context) string {
	device, _ := ctx.Value(deviceKey{}).(string)
	return device
}

// ByChoice notes that a plan which ends with ctx ends because its user wants it to.
func ByChoice(ctx context.Context) context.Context {
	return context.WithValue(ctx, choiceKey{}, true)
}

// Chosen reports whether ByChoice noted it.
func Chosen(ctx context.Context) bool {
	chosen, _ := ctx.Value(choiceKey{}).(bool)
	return chosen
}
