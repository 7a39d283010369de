/**
 * Selection and listing of rules.
 *
 * @packageDocumentation
 */
import type { Rule } from '../../conformance/rule.js'
import { rules } from '../../conformance/rules/index.js'
import { DrawauditError } from '../../errors.js'

/** Selected rules, with the selection as reports repeat it. */
export interface RuleSelection {
  readonly chosen: readonly Rule[]
  readonly rules?: readonly string[]
  readonly skip?: readonly string[]
}

/**
 * @param only - ids of rules or their prefixes, separated by commas.
 * @param skip - likewise.
 * @throws DrawauditError `usage` for an unknown rule, or if no rule is left.
 */
export function selectRules(
  only: readonly string[] | undefined,
  skip: readonly string[] | undefined,
): RuleSelection {
  const wanted = readNames('rules', only)
  const unwanted = readNames('skip', skip)
  const chosen = rules.filter(
    ({ id }) => (wanted === undefined || names(wanted, id)) && !names(unwanted ?? [], id),
  )
  if (chosen.length > 0)
    return { chosen, ...(wanted && { rules: wanted }), ...(unwanted && { skip: unwanted }) }
  throw new DrawauditError('usage', '--rules and --skip leave no rule')
}

function names(list: readonly string[], id: string): boolean {
  return list.some(one => one === id || id.startsWith(`${one}-`))
}

function readNames(option: string, lists: readonly string[] | undefined): readonly string[] | undefined {
  if (lists === undefined) return undefined
  const list = [...new Set(lists.join(',').split(','))].map(one => one.trim().toUpperCase())
  const unknown = list.find(one => !rules.some(({ id }) => names([one], id)))
  if (unknown === undefined) return list
  throw new DrawauditError('usage', `--${option} names an unknown rule: ${JSON.stringify(unknown)}`, {
    hint: 'drawaudit check --list-rules prints them',
  })
}

/** Lists rules, one per line. */
export function listRules(list: readonly Rule[]): string {
  return list
    .map(
      ({ id, section, severity, requires }) =>
        `${id}  ${severity.padEnd(6)}  ${section.padEnd(3)}  ${requires}\n`,
    )
    .join('')
}
