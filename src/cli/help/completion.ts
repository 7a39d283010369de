/**
 * `drawaudit completion`, and the answers to its scripts at each press of Tab.
 *
 * @packageDocumentation
 */
import { readdirSync } from 'node:fs'
import type { Options, PositionalOptions } from 'yargs'
import { recipeFolder } from '../../io/own-files.js'
import { levelNames } from '../../model/report.js'
import { defineCommand } from '../shared/command.js'
import { installedNames } from '../shared/own-recipes.js'
import type { CommandUsage, UsageTable } from '../shared/usage-table.js'
import { listClaims, listEntries, readSections, topics } from './topics.js'

/** First word of a completion request. */
export const completeWord = '__complete'

const scripts = {
  bash: `_drawaudit() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(drawaudit ${completeWord} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _drawaudit drawaudit
`,
  zsh: `#compdef drawaudit
_drawaudit() {
  local -a found
  found=("\${(@f)$(drawaudit ${completeWord} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[*]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _drawaudit drawaudit
`,
} as const

export const completionCommand = defineCommand({
  name: 'completion <shell>',
  describe: 'Print a script that makes a shell complete commands, options and values',
  arguments: {
    shell: {
      choices: Object.keys(scripts) as (keyof typeof scripts)[],
      demandOption: true as const,
      describe: 'The shell',
    },
  },
  examples: [
    ['source <($0 completion bash)', 'For this bash; in ~/.bashrc for all'],
    ['source <($0 completion zsh)', 'For this zsh, after compinit; in ~/.zshrc for all'],
  ],
  epilogue: 'Completes values too: recipes, claims, levels, formats and help topics; elsewhere files.',
  run: ({ shell }) => ({ shell, script: scripts[shell] }),
  verbatim: true,
  text: ({ script }) => script,
})

/**
 * Completions of the last of the given words.
 *
 * @param words - the words after `drawaudit`; the last is unfinished, and may be empty. bash splits `=` into words
 * of its own.
 */
export function complete(words: readonly string[], table: UsageTable): readonly string[] {
  const { before, current, option } = split(words)
  const [word = '', second = ''] = before
  const isGroup = Object.hasOwn(table.groups, word)
  const commands = table.commands[word] ?? []
  if (before.length === 0)
    return startingWith(current, [...Object.keys(table.commands), '--help', '--version'])
  if (isGroup && before.length === 1) return startingWith(current, commands.map(firstWord))
  const command = isGroup ? commands.find(one => firstWord(one) === second) : commands[0]
  if (command === undefined) return []
  const asked = option ?? optionBefore(before, command)
  if (asked !== undefined) return completeValue(asked, command.options[asked], current)
  if (current.startsWith('-')) {
    return startingWith(current, [...Object.keys(command.options).map(name => `--${name}`), '--help'])
  }
  const given = before.slice(isGroup ? 2 : 1)
  const [name, argument] = Object.entries(command.arguments)[countArguments(given, command)] ?? []
  if (name === undefined) return []
  return word === 'help' ? startingWith(current, listTopics(table)) : completeValue(name, argument, current)
}

interface Typed {
  readonly before: readonly string[]
  readonly current: string
  /** The option in `--format=te`. */
  readonly option?: string
}

function split(words: readonly string[]): Typed {
  const joined = words.join('\0').replaceAll('\0=\0', '=').replace(/\0=$/, '=').split('\0')
  const current = joined.at(-1) ?? ''
  const before = joined.slice(0, -1)
  const [, option, value] = /^--([a-z-]+)=(.*)$/s.exec(current) ?? []
  return option === undefined ? { before, current } : { before, current: value ?? '', option }
}

const firstWord = ({ name }: CommandUsage): string => name.split(' ')[0] ?? ''

/** The option whose value comes next, if any. */
function optionBefore(before: readonly string[], { options }: CommandUsage): string | undefined {
  const typed = before.at(-1) ?? ''
  const [name, option] =
    Object.entries(options).find(
      ([one, { alias }]) => typed === `--${one}` || typed === `-${String(alias)}`,
    ) ?? []
  return option?.type === 'boolean' ? undefined : name
}

function countArguments(given: readonly string[], { options, arguments: positionals }: CommandUsage): number {
  const takes = (word: string): boolean =>
    word.startsWith('--') && !word.includes('=') && options[word.slice(2)]?.type !== 'boolean'
  const count = given.filter((word, at) => !word.startsWith('-') && !takes(given[at - 1] ?? '')).length
  // The last argument takes all further ones.
  const last = Object.keys(positionals).length - 1
  return Object.values(positionals)[last]?.array === true ? Math.min(count, last) : count
}

/** Completions of a value; none for files, which shells complete themselves. */
function completeValue(
  name: string,
  declared: Options | PositionalOptions | undefined,
  current: string,
): readonly string[] {
  if (declared?.choices !== undefined) return startingWith(current, declared.choices.map(String))
  // Recipes can be files too.
  if (name === 'recipe') return startingWith(current, listRecipes())
  if (name === 'require')
    return completeList(current, [...levelNames.slice(1), ...listClaims(readSections())])
  if (name === 'report') return completeList(current, ['junit=', 'sarif=', 'md=', 'json=', 'html='])
  return []
}

/** Completes the part of `a,b` after the last comma. */
function completeList(current: string, known: readonly string[]): readonly string[] {
  const start = current.slice(0, current.lastIndexOf(',') + 1)
  const used = start.split(',')
  return startingWith(
    current,
    known.filter(one => !used.includes(one)).map(one => `${start}${one}`),
  )
}

function listRecipes(): readonly string[] {
  const shipped = readdirSync(recipeFolder).flatMap(name => /^(.*)\.json$/.exec(name)?.[1] ?? [])
  try {
    return [...shipped, ...installedNames()].toSorted()
  } catch {
    // Completion reports no errors.
    return shipped
  }
}

const listTopics = ({ commands }: UsageTable): readonly string[] => [
  ...Object.keys(topics),
  ...Object.keys(commands),
  ...listEntries(readSections()),
]

const startingWith = (start: string, words: readonly string[]): readonly string[] =>
  words.filter(word => word.startsWith(start))
