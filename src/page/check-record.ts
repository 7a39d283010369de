/**
 * Checks an audit record without a bundle; that proves nothing about who won.
 *
 * @packageDocumentation
 */
import { sayFinding } from './say-finding.js'
import { parseAuditRecord } from '../model/audit-record.js'
import { decideSubject } from '../verify/verdict.js'
import { examineRecordAlone } from '../verify/bundle/record-alone.js'
import { claimsOfLevel } from '../verify/bundle/levels.js'
import { createAnswers } from './answers.js'
import type { PageModel } from './model.js'
import { titles } from './catalogue/en/answers.js'
import { asSentence } from './catalogue/en/grammar.js'
import { describeClaim, describePageLevel } from './words.js'

/**
 * Verifies an audit record by itself.
 *
 * @param value - output of `parseJson`.
 */
export function checkRecord(value: object): PageModel {
  const examination = examineRecordAlone(value, 'record')
  const subject = decideSubject(examination)
  const record = parseAuditRecord(value)
  const isRead = !('problems' in record)
  const claims = subject.claims.map(claim => describeClaim(claim, 'no'))
  const { verdict, who_could_choose: whoCouldChoose } = subject
  const findings = subject.findings.map(sayFinding)
  const state = 'finished-without-evidence'
  return {
    kind: 'record',
    title: titles.record,
    ...(isRead && { raffleId: record.raffle_id.toLowerCase() }),
    state,
    verdict,
    ...(examination.headline && { headline: examination.headline }),
    level: describePageLevel(subject.level ?? 0, subject.stopped_by, claims, claimsOfLevel),
    answers: createAnswers({
      ...{ kind: 'record', state, verdict, claims, findings },
      ...{ trustFrom: 'none', isOverdue: false },
    }),
    winners: !isRead
      ? []
      : record.draws.map(({ prize_name, winner_entry_id }) => ({
          prize: prize_name,
          entryId: winner_entry_id,
          replaced: false,
        })),
    paths: [],
    claims,
    findings,
    chooser: { says: [asSentence(whoCouldChoose, 1200)] },
    keys: [],
  }
}
