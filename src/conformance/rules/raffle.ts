/**
 * Shared parts of the rules about all three views.
 *
 * @packageDocumentation
 */
import { type Answered, show } from '../answer.js'
import { isUuid, judgeContent, judgeUuid, unless200 } from '../judge.js'
import { broken, kept, require, undecided, type RuleResult, type RuleContext } from '../rule.js'

/** A view has status 200. Cases covered by other rules are undecided here. */
export function judgeStatus(answer: Answered): RuleResult {
  const { status } = answer.exchange
  if ([401, 403, 406, 407, 415].includes(status)) return undecided(`the service answers ${status}`)
  const ending = unless200(answer)
  return ending?.is === 'undecided' && status < 500
    ? broken('status 200', `status ${status}`)
    : (ending ?? kept)
}

export function judgeRaffleId(answer: Answered): RuleResult {
  return judgeContent(answer, ({ raffle_id }) => judgeUuid(raffle_id, '/raffle_id'))
}

/** It is the requested raffle, in any letter case. */
export function judgeRaffle(answer: Answered, _: unknown, { raffle }: RuleContext): RuleResult {
  return judgeContent(answer, ({ raffle_id }) => {
    if (!isUuid(raffle_id)) return undecided('raffle_id is not a UUID')
    return require(raffle_id.toLowerCase() === raffle, `/raffle_id is ${raffle}`, show(raffle_id))
  })
}
