package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints a script by which a shell completes commands and their flags.
func (c *completionCommand) Run(model *kong.Application) error {
	write := map[string]func(*kong.Application) string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}[c.Shell]
	_, err := fmt.Fprint(os.Stdout, write(model))
	return err
}

// commandsOf returns the commands that are shown, below a node.
func commandsOf(node *kong.Node) (all []*kong.Node) {
	for _, child := range node.Children {
		if !child.Hidden && child.Type == kong.CommandNode {
			all = append(all, child)
		}
	}
	return all
}

// wordsOf returns what may follow a command: commands below it, its flags, the values of its argument.
func wordsOf(node *kong.Node) (words []string) {
	for _, child := range commandsOf(node) {
		words = append(words, child.Name)
	}
	for _, argument := range node.Positional {
		if argument.Enum != "" {
			words = append(words, strings.Split(argument.Enum, ",")...)
		}
	}
	for _, flag := range node.Flags {
		if !flag.Hidden {
			words = append(words, "--"+flag.Name)
		}
	}
	return words
}

// bashCompletion returns a function of bash. What is no command or flag is completed as a file.
func bashCompletion(model *kong.Application) string {
	var out strings.Builder
	out.WriteString("# Completion of engram for bash: source <(engram completion bash)\n_engram() {\n  local words\n  case \"${COMP_WORDS[1]}\" in\n")
	var names []string
	for _, command := range commandsOf(model.Node) {
		names = append(names, command.Name)
		fmt.Fprintf(&out, "    %s) words=\"%s\" ;;\n", command.Name, strings.Join(wordsOf(command), " "))
	}
	fmt.Fprintf(&out, "  esac\n  [ \"$COMP_CWORD\" -gt 1 ] || words=\"%s --help\"\n", strings.Join(names, " "))
	out.WriteString("  COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n}\ncomplete -o default -F _engram engram\n")
	return out.String()
}

// zshCompletion returns a function of zsh.
func zshCompletion(model *kong.Application) string {
	var out strings.Builder
	out.WriteString("#compdef engram\n# Completion of engram for zsh: source <(engram completion zsh)\n_engram() {\n  if (( CURRENT == 2 )); then\n    local -a commands=(\n")
	for _, command := range commandsOf(model.Node) {
		fmt.Fprintf(&out, "      %s\n", quoted(command.Name+":"+sentence(command.Help)))
	}
	out.WriteString("    )\n    _describe command commands\n    return\n  fi\n  case \"$words[2]\" in\n")
	for _, command := range commandsOf(model.Node) {
		fmt.Fprintf(&out, "    %s) compadd -- %s ;;\n", command.Name, strings.Join(wordsOf(command), " "))
	}
	out.WriteString("  esac\n  _files\n}\ncompdef _engram engram\n")
	return out.String()
}

// fishCompletion returns the commands of fish.
func fishCompletion(model *kong.Application) string {
	var out strings.Builder
	out.WriteString("# Completion of engram for fish: engram completion fish | source\n")
	for _, command := range commandsOf(model.Node) {
		fmt.Fprintf(&out, "complete -c engram -n __fish_use_subcommand -a %s -d %s\n", command.Name, quoted(sentence(command.Help)))
		under := quoted("__fish_seen_subcommand_from " + command.Name)
		for _, child := range commandsOf(command) {
			fmt.Fprintf(&out, "complete -c engram -n %s -a %s -d %s\n", under, child.Name, quoted(sentence(child.Help)))
		}
		for _, flag := range command.Flags {
			if !flag.Hidden {
				fmt.Fprintf(&out, "complete -c engram -n %s -l %s -d %s\n", under, flag.Name, quoted(sentence(flag.Help)))
			}
		}
	}
	return out.String()
}

// sentence returns the first sentence of a help text.
func sentence(help string) string {
	first, _, _ := strings.Cut(help, ". ")
	return strings.TrimSuffix(first, ".")
}

// quoted returns a text in single quotes, as all three shells read it.
func quoted(s string) string {
	return "'" + strings.NewReplacer(`\`, "", "'", "’").Replace(s) + "'"
}
