package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"hysteron/scenes"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish: source <(hysteron completion bash)."`
}

// Run prints a completion script generated from the declared commands. The shells offer files where no word matches.
func (q *completionCommand) Run(c *console, k *kong.Kong) error {
	var b strings.Builder
	commands := map[string][]string{}
	var names []string
	var visit func(prefix string, n *kong.Node)
	visit = func(prefix string, n *kong.Node) {
		for _, child := range n.Children {
			if child.Type != kong.CommandNode || child.Hidden {
				continue
			}
			name := strings.TrimSpace(prefix + " " + child.Name)
			names = append(names, name)
			commands[name] = words(child)
			visit(name, child)
		}
	}
	visit("", k.Model.Node)
	top := words(k.Model.Node)
	switch q.Shell {
	case "fish":
		fmt.Fprintf(&b, "complete -c hysteron -n __fish_use_subcommand -f -a %q\n", strings.Join(top, " "))
		for _, n := range names {
			last := n[strings.LastIndexByte(n, ' ')+1:]
			fmt.Fprintf(&b, "complete -c hysteron -n '__fish_seen_subcommand_from %s' -a %q\n", last, strings.Join(commands[n],
				" "))
		}
	default:
		if q.Shell == "zsh" {
			b.WriteString("autoload -U +X compinit && compinit -C; autoload -U +X bashcompinit && bashcompinit\n")
		}
		b.WriteString("_hysteron() {\n  local word=${COMP_WORDS[COMP_CWORD]} at=${COMP_WORDS[1]}\n  [ \"$COMP_CWORD\" -gt " +
			"2 ] && case \"$at ${COMP_WORDS[2]}\" in\n")
		nested := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !strings.Contains(n, " ") })
		fmt.Fprintf(&b, "  %s) at=\"$at ${COMP_WORDS[2]}\" ;;\n  esac\n  local words\n  case \"$at\" in\n", pattern(nested))
		for _, n := range names {
			fmt.Fprintf(&b, "  %q) words=%q ;;\n", n, strings.Join(commands[n], " "))
		}
		fmt.Fprintf(&b, "  *) words=%q ;;\n  esac\n  [ \"$COMP_CWORD\" = 1 ] && words=%q\n", strings.Join(top, " "),
			strings.Join(top, " "))
		b.WriteString("  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\ncomplete -o default -F _hysteron hysteron\n")
	}
	_, err := fmt.Fprint(c.out, b.String())
	return err
}

// pattern returns the pattern of a shell's case that matches any of the words.
func pattern(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(quoted, "|")
}

// words returns the commands and options of a node, and the built-in scenes if it takes a scene.
func words(n *kong.Node) (list []string) {
	for _, child := range n.Children {
		if child.Type == kong.CommandNode && !child.Hidden {
			list = append(list, child.Name)
		}
	}
	for _, p := range n.Positional {
		if p.Name == "scene" {
			list = append(list, scenes.Names()...)
		}
	}
	for _, group := range n.AllFlags(true) {
		for _, f := range group {
			list = append(list, "--"+f.Name)
		}
	}
	return list
}
