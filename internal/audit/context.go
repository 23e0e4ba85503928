package audit

import "context"

type (
	deviceKey struct{}
	choiceKey struct{}
)

// From records the description of the device that calls with ctx; empty if it is not a user's.
func From(ctx context.Context, device string) context.Context {
	return context.WithValue(ctx, deviceKey{}, device)
}

// Device returns the device recorded by From, or "".
func Device(ctx context.Context) string {
	device, _ := ctx.Value(deviceKey{}).(string)
	return device
}

// ByChoice records that the user wants a plan to end.
func ByChoice(ctx context.Context) context.Context {
	return context.WithValue(ctx, choiceKey{}, true)
}

// Chosen reports whether ByChoice was called.
func Chosen(ctx context.Context) bool {
	chosen, _ := ctx.Value(choiceKey{}).(bool)
	return chosen
}
