/**
 * The raffle of `raffle run`: defined by a file or by options, or an existing one.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canonicalize } from '../../core/canonical.js'
import { parseJson } from '../../core/json.js'
import { deriveUuid } from '../../core/uuid.js'
import { DrawauditError } from '../../errors.js'
import { parseRaffleDefinition, type RaffleDefinition } from '../../model/raffle-definition.js'
import { readFile } from '../../io/files.js'
import { readInteger } from '../shared/remote.js'

/** Every member of a definition, except the id of a superseded raffle. */
const example: RaffleDefinition = {
  name: 'Summer raffle 2026',
  operator: 'Example Raffles Ltd',
  prizes: ['iPhone (1st Prize)', 'Voucher'],
  max_entries: 500,
  entries_close_at: '2030-12-20 18:00 Europe/London',
  draw_at: '2030-12-20 18:30 Europe/London',
  entries: 'entries.csv',
  kind: 'paid',
  seeds: 'secret',
}

/** {@link example} as shown in the help and docs/OPERATING.md, a member per line. */
export const exampleFile = `{\n${Object.entries(example)
  .map(([name, value]) => `  "${name}": ${JSON.stringify(value).replaceAll('","', '", "')}`)
  .join(',\n')}\n}`

/** Options that define a raffle, as parsed by yargs. */
export interface DefinitionArguments {
  readonly raffle: string | undefined
  readonly name: string | undefined
  readonly prize: readonly string[] | undefined
  readonly max: string | undefined
  readonly closes: string | undefined
  readonly draws: string | undefined
  readonly entries: string | undefined
  readonly kind: 'paid' | 'free' | undefined
  readonly seeds: 'secret' | 'public' | undefined
  readonly operator: string | undefined
  readonly supersedes: string | undefined
}

/**
 * The given definition; its entries file is relative to the working folder.
 *
 * @returns undefined if an existing raffle is named.
 * @throws DrawauditError `usage`, `raffle-invalid`; as reading a file does.
 */
export function readDefinition(args: DefinitionArguments): RaffleDefinition | undefined {
  const { raffle: named, entries, operator, supersedes, seeds } = args
  const defining = ['name', 'prize', 'max', 'closes', 'draws', 'seeds', 'supersedes'] as const
  const given = defining.filter(name => args[name] !== undefined)
  if (named === undefined) return defineByOptions(args)
  const [first] = given
  if (first !== undefined) {
    throw new DrawauditError('usage', `--${first} defines a raffle, and ${JSON.stringify(named)} does too`, {
      hint: 'give one of the two',
    })
  }
  // What looks like a path is not a raffle name: it is reported as a missing file.
  if (!existsSync(named) && !/\.json$|[/\\]/.test(named)) return undefined
  const file = parseFile(named)
  const list = entries ?? (file.entries === undefined ? undefined : join(dirname(named), file.entries))
  return {
    ...file,
    ...(list !== undefined && { entries: list }),
    ...(operator !== undefined && { operator }),
    ...(supersedes !== undefined && { supersedes }),
    ...(seeds !== undefined && { seeds }),
    ...(args.kind !== undefined && { kind: args.kind }),
  }
}

function parseFile(file: string): RaffleDefinition {
  const bytes = readFile(file)
  return DrawauditError.within({ file }, () => parseRaffleDefinition(parseJson(bytes)))
}

function defineByOptions(args: DefinitionArguments): RaffleDefinition {
  const missing = (['name', 'prize', 'max', 'closes'] as const).filter(name => args[name] === undefined)
  const [first] = missing
  if (first !== undefined) {
    throw new DrawauditError('usage', `which raffle is to be run? --${first} is missing`, {
      hint: 'give a file that defines it, or an existing raffle, or --name, --prize, --max and --closes',
    })
  }
  const { name = '', prize = [], max = '', closes = '', draws } = args
  const { entries, kind, seeds, operator, supersedes } = args
  return {
    name,
    prizes: prize,
    max_entries: readInteger('max', max, 1, 2 ** 32),
    entries_close_at: closes,
    ...(draws !== undefined && { draw_at: draws }),
    ...(entries !== undefined && { entries }),
    ...(kind !== undefined && { kind }),
    ...(seeds !== undefined && { seeds }),
    ...(operator !== undefined && { operator }),
    ...(supersedes !== undefined && { supersedes }),
  }
}

/**
 * The id of a defined raffle. It depends only on operator, name and superseded raffle, so a repeated run finds its
 * raffle, and a changed definition is refused.
 */
export function deriveRaffleId({
  operator,
  name,
  supersedes = null,
}: {
  readonly operator: string
  readonly name: string
  readonly supersedes?: string | null
}): string {
  const text = canonicalize({ run: 'drawaudit/v1', operator, name, supersedes })
  return deriveUuid(createHash('sha256').update(text).digest())
}
