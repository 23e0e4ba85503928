package vector

// working returns every kernel that this machine runs.
func working() []kernel { return append(native(), plain) }
