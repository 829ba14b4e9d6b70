import type { Command } from 'commander'

export const shells = ['bash', 'zsh'] as const
export type Shell = (typeof shells)[number]

/**
 * Returns a script that completes the commands, their options and the values of their arguments. zsh takes the script
 * of bash through its own emulation.
 */
export function completionScript(program: Command, shell: Shell): string {
  const optionsOf = ({ options }: Command) => options.flatMap(({ long }) => long ?? [])
  const cases = program.commands.map((command) => {
    const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices)
    const words = [...choices, ...optionsOf(command), ...optionsOf(program)]
    return `    ${command.name()}) words="${words.join(' ')}" ;;`
  })
  const names = program.commands.map((command) => command.name())
  return [
    ...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    `_${program.name()}() {`,
    `  local words="${[...names, ...optionsOf(program)].join(' ')}"`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
    '  [ "$COMP_CWORD" -gt 1 ] && case "${COMP_WORDS[1]}" in',
    ...cases,
    '  esac',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    `complete -o default -F _${program.name()} ${program.name()}`,
  ].join('\n')
}
