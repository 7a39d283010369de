import t from 'tap'
import { holdsAddress, looksPersonal } from '../../src/model/personal-data.js'

await t.test('ids that look like names, addresses and telephone numbers', t => {
  const personal = [
    ...['jo@example.org', 'Jo Doe <jo@example.org>', 'jo.doe+raffle@mail.example.org'],
    ...['Jo Doe', 'Doe, Jo', 'Anne-Marie O’Neil', 'Łukasz Żak', 'J. R. Doe'],
    ...[
      '+49 170 1234567',
      '+491701234567',
      '(030) 1234567',
      '0170/1234567',
      '0170 123 45 67',
      '555-123-4567',
    ],
  ]
  for (const id of personal) t.ok(looksPersonal(id), id)
  t.end()
})

await t.test('ids that do not', t => {
  const others = [
    ...['12345678', '0001234567', '000-000-001', '0001-0002', '49638a53-01d5-4ea0-96bc-887c4448c4f3', 'A-17'],
    ...[
      'ticket 17',
      'Ticket 17',
      'BLUE TICKET',
      '票-1 🎟️',
      '@jo',
      'a@b',
      '1 2 3',
      '2026-11-20 18:00',
      ' ',
      '',
    ],
    ...['00 12 34', 'x'.repeat(128), 'ab'.repeat(32)],
  ]
  for (const id of others) t.notOk(looksPersonal(id), id)
  t.notOk(holdsAddress('a@b'))
  t.end()
})
