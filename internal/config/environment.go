package config

import (
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// fileSuffix ends the name of the variable that names a secret's file.
const fileSuffix = "_FILE"

// isSecret reports whether a setting is tagged as a secret, which a file may hold.
func isSecret(flag *kong.Flag) bool { return flag.Tag.Has("secret") }

// CheckEnvironment reports a variable of ours that no setting reads, so that a typing error does not pass as a default.
func CheckEnvironment(model *kong.Application, environ []string) error {
	known := map[string]bool{}
	_ = kong.Visit(model, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			for _, name := range flag.Envs {
				known[name] = true
				known[name+fileSuffix] = known[name+fileSuffix] || isSecret(flag)
			}
		}
		return next(nil)
	})
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, Prefix) && !known[name] {
			return fmt.Errorf("unknown setting %s; engram serve --help lists them", name)
		}
	}
	return nil
}

// SecretFiles has kong read a secret NAME from the file that NAME_FILE names, as Docker, Kubernetes and systemd hand secrets
// over. An error names the variable and the file, never what it holds.
func SecretFiles() kong.Option {
	return kong.Resolvers(kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		if !isSecret(flag) {
			return nil, nil
		}
		for _, name := range flag.Envs {
			if file := os.Getenv(name + fileSuffix); file != "" {
				return readSecret(name, file)
			}
		}
		return nil, nil
	}))
}

func readSecret(name, file string) (any, error) {
	if os.Getenv(name) != "" {
		return nil, fmt.Errorf("set %s or %s%s, not both", name, name, fileSuffix)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s%s can't be read: %w", name, fileSuffix, err)
	}
	secret := strings.TrimRight(string(content), "\r\n")
	if secret == "" {
		return nil, fmt.Errorf("%s%s names %s, which is empty", name, fileSuffix, file)
	}
	return secret, nil
}
