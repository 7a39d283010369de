import t from 'tap'
import { DrawauditError } from '../../../src/errors.js'
import { describeFailure, isLoginRefused } from '../../../src/store/postgres/errors.js'

/** As the driver throws what the server said. */
const serverError = (code: string): Error => Object.assign(new Error('x'), { code, severity: 'ERROR' })

function meaningOf(error: unknown): string {
  const described = describeFailure(error)
  return described instanceof DrawauditError ? described.code : 'as it is'
}

await t.test('what a server says, by its SQLSTATE', t => {
  for (const [code, meaning] of [
    ['57P01', 'store-unavailable'],
    ['57P04', 'store-missing'],
    ['57014', 'store-unavailable'],
    ['53100', 'store-unavailable'],
    ['53300', 'store-unavailable'],
    ['08006', 'store-unavailable'],
    ['25P02', 'internal'],
    ['25P03', 'store-unavailable'],
    ['25006', 'store-unavailable'],
    ['28P01', 'store-unavailable'],
    ['42P07', 'store-kind'],
    ['42710', 'store-kind'],
    ['3D000', 'store-missing'],
    ['40001', 'store-busy'],
    ['40P01', 'store-busy'],
    ['55P03', 'store-busy'],
    ['XX001', 'store-damaged'],
    ['XX002', 'store-damaged'],
    // A defect of a statement of ours is not given another name.
    ['42601', 'as it is'],
    ['22012', 'as it is'],
    ['23505', 'as it is'],
  ] as const) {
    t.equal(meaningOf(serverError(code)), meaning, code)
  }
  t.ok(isLoginRefused(serverError('28P01')))
  t.notOk(isLoginRefused(serverError('57P01')))
  t.ok(isLoginRefused(describeFailure(serverError('28000'))))
  t.end()
})

await t.test('what a socket, TLS or the driver says', t => {
  const socketError = (code: string): Error => Object.assign(new Error('x'), { code })
  for (const code of [
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'EPIPE',
    'EAI_AGAIN',
    'ENOTFOUND',
    'ENOENT',
  ]) {
    t.equal(meaningOf(socketError(code)), 'store-unavailable', code)
  }
  t.match(describeFailure(socketError('DEPTH_ZERO_SELF_SIGNED_CERT')), { hint: /ssl|certificate/ })
  t.equal(meaningOf(socketError('EACCES')), 'as it is')
  t.equal(meaningOf(new Error('Connection terminated unexpectedly')), 'store-unavailable')
  t.equal(meaningOf(new Error('something else')), 'as it is')
  t.equal(describeFailure('no error'), 'no error')
  t.end()
})
