// X-Forwarded-For behind one trusted proxy: nothing that a client writes to the left of what the proxy saw counts, and what
// is no address counts for the proxy.
import type { Socket } from 'node:net'
import {
  createAddressReader,
  formatClientAddress,
  parseClientAddress,
} from '../../../src/server/client-address.js'
import { assertHolds } from './expect.js'

const read = createAddressReader(['10.0.0.0/8', '::1'])
const readNone = createAddressReader([])

function addressOf(reader: typeof read, forwarded: string, peer = '10.0.0.1'): string {
  const socket = { remoteAddress: peer } as Socket
  const request = { socket, connection: socket, headers: { 'x-forwarded-for': forwarded } }
  return formatClientAddress(reader(request))
}

export const seeds = [
  '192.0.2.1',
  '192.0.2.1, 10.1.2.3',
  'unknown, 192.0.2.1:99',
  '[2001:db8::1]:80, ::1',
  '::ffff:192.0.2.1',
  '192.0.2.1,,10.0.0.1',
  'for=192.0.2.1',
  '0300.0.2.1, fe80::1%eth0',
]

export function fuzz(data: Buffer): void {
  const forwarded = data.toString('latin1')
  const own = addressOf(read, forwarded)
  assertHolds(addressOf(readNone, forwarded) === '10.0.0.1', 'the field counts without a trusted proxy')
  assertHolds(addressOf(read, forwarded, '192.0.2.9') === '192.0.2.9', 'the field counts from a stranger')
  const stranger = !own.startsWith('10.')
  assertHolds(!stranger || addressOf(read, `${forwarded}, 10.9.9.9`) === own, 'a proxy more changes it')
  const entries = forwarded.split(',').map(entry => entry.trim())
  const named = entries.some(entry => {
    const address = parseClientAddress(entry)
    return address !== undefined && formatClientAddress(address) === own
  })
  assertHolds(named || own === '10.0.0.1' || own === '0:0:0:0::/64', `${own} stands nowhere`)
  assertHolds(addressOf(read, `${forwarded}, 198.51.100.7`) === '198.51.100.7', 'not what the proxy saw')
}
