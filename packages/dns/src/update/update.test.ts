import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMessage, DnsError, encodeMessage, type MessageParts, type Prerequisite } from '../index.ts'
import { servedZoneFile } from '../testing/served-zone-file.ts'
import { checkPrerequisites } from './check-prerequisites.ts'
import { readUpdate, type UpdateRequest } from './read-update.ts'
import { findRefusedUpdate, type UpdateGrant } from './update-grants.ts'

const read = (parts: MessageParts): UpdateRequest =>
  readUpdate(
    decodeMessage(encodeMessage({ opcode: 5, questions: [{ name: 'example.', type: 'SOA', class: 'IN' }], ...parts })),
  )
const codeOf = (action: () => unknown): string => {
  try {
    action()
    return 'none'
  } catch (error) {
    return error instanceof DnsError ? error.code : String(error)
  }
}

const a = { name: 'a.example.', type: 'A', ttl: 0, data: '192.0.2.1' }
const empty = { ...a, data: '' }

test('prerequisites and changes of RFC 2136 are read, and records of a set are one prerequisite', () => {
  const { prerequisites, updates, zone } = read({
    answers: [
      a,
      { ...a, name: 'A.Example.', data: '192.0.2.2' },
      { ...empty, class: 'ANY' },
      { ...empty, class: 'NONE' },
      { ...empty, type: 'ANY', class: 'ANY' },
      { ...empty, type: 'ANY', class: 'NONE' },
    ],
    authorities: [
      { ...a, ttl: 60 },
      { ...a, class: 'NONE' },
      { ...empty, class: 'ANY' },
      { ...empty, type: 'ANY', class: 'ANY' },
    ],
  })
  const { name, type } = a
  assert.equal(zone, 'example.')
  assert.deepEqual(prerequisites, [
    { expect: 'rrset', name, type },
    { expect: 'noRrset', name, type },
    { expect: 'name', name },
    { expect: 'noName', name },
    { expect: 'records', name, type, data: ['192.0.2.1', '192.0.2.2'] },
  ])
  assert.deepEqual(updates, [
    { action: 'add', record: { name, type, ttl: 60, data: '192.0.2.1' } },
    { action: 'deleteRecord', name, type, data: '192.0.2.1' },
    { action: 'deleteRrset', name, type },
    { action: 'deleteName', name },
  ])
})

test('RFC 2136 §3.2 and §3.4.1 other classes, TTLs, data and types are malformed, and other names outside the zone', () => {
  const question = { name: 'example.', type: 'SOA', class: 'IN' }
  const refused: readonly MessageParts[] = [
    { questions: [] },
    { questions: [question, question] },
    { questions: [{ ...question, type: 'A' }] },
    { answers: [{ ...a, ttl: 1 }] },
    { answers: [{ ...a, class: 'ANY' }] },
    { answers: [{ ...a, class: 'CH' }] },
    { answers: [{ ...a, type: 'TYPE252', data: '\\# 0' }] },
    { answers: [{ ...empty, type: 'MAILB', class: 'NONE' }] },
    { authorities: [{ ...empty, class: 'ANY', ttl: 1 }] },
    { authorities: [{ ...a, class: 'ANY' }] },
    { authorities: [{ ...a, class: 'CH' }] },
    { authorities: [{ ...empty, type: 'ANY', class: 'NONE' }] },
    { authorities: [{ ...a, type: 'ANY', data: '\\# 0' }] },
  ]
  const codes = refused.map((parts) => codeOf(() => read(parts)))
  assert.deepEqual(new Set(codes), new Set(['formerr']), codes.join(' '))
  assert.equal(
    codeOf(() => read({ authorities: [{ ...a, name: 'aexample.' }] })),
    'notzone',
  )
  assert.equal(
    codeOf(() => read({ answers: [{ ...a, name: '.' }] })),
    'notzone',
  )
})

test('prerequisites are compared with a zone', () => {
  const zone = servedZoneFile(
    'example.',
    '@ 60 IN SOA ns a 1 3600 600 86400 300\na.b 60 IN A 192.0.2.1\na.b 60 IN A 192.0.2.2\n',
  )
  const check = (prerequisite: Prerequisite): string => codeOf(() => checkPrerequisites(zone, [prerequisite]))
  const name = 'A.b.example.'
  const records = (...data: readonly string[]): Prerequisite => ({ expect: 'records', name, type: 'A', data })
  assert.deepEqual(
    [
      check({ expect: 'name', name }),
      check({ expect: 'rrset', name, type: 'A' }),
      check({ expect: 'noRrset', name, type: 'TXT' }),
      check({ expect: 'noName', name: 'b.example.' }),
      check({ expect: 'noName', name: 'c.example.' }),
      check(records('192.0.2.2', '192.0.2.1', '192.0.2.1')),
      check({ expect: 'records', name, type: 'TXT', data: [] }),
    ],
    Array.from({ length: 7 }, () => 'none'),
  )
  assert.equal(check({ expect: 'name', name: 'b.example.' }), 'nxdomain')
  assert.equal(check({ expect: 'name', name: 'test.' }), 'nxdomain')
  assert.equal(check({ expect: 'noName', name }), 'yxdomain')
  assert.equal(check({ expect: 'rrset', name, type: 'TXT' }), 'nxrrset')
  assert.equal(check({ expect: 'noRrset', name, type: 'A' }), 'yxrrset')
  for (const wrong of [
    records('192.0.2.1'),
    records('192.0.2.1', '192.0.2.3'),
    records('192.0.2.1', '192.0.2.2', '192.0.2.3'),
  ]) {
    assert.equal(check(wrong), 'nxrrset')
  }
  assert.equal(check(records()), 'yxrrset')
})

test('a key changes only the names and types of its grants', () => {
  const refused = (...grants: readonly UpdateGrant[]): string[] =>
    (
      [
        { action: 'add', record: { ...a, name: '_acme.A.example.', type: 'TXT', data: '"x"' } },
        { action: 'deleteRrset', name: '_acme.a.example.', type: 'TXT' },
        { action: 'deleteRecord', name: 'x._acme.a.example.', type: 'TXT', data: '"x"' },
        { action: 'deleteRrset', name: '_acme.a.example.', type: 'A' },
        { action: 'deleteName', name: '_acme.a.example.' },
      ] as const
    )
      .filter((update) => findRefusedUpdate([update], grants) !== undefined)
      .map(({ action }) => action)
  const name = '_acme.a.example.'
  assert.deepEqual(refused(), ['add', 'deleteRrset', 'deleteRecord', 'deleteRrset', 'deleteName'])
  assert.deepEqual(refused({ name, covers: 'name', types: ['TXT'] }), ['deleteRecord', 'deleteRrset', 'deleteName'])
  assert.deepEqual(refused({ name: 'a.example.', covers: 'below', types: ['TXT'] }), ['deleteRrset', 'deleteName'])
  assert.deepEqual(refused({ name: 'a.example.', covers: 'below', types: 'all' }), [])
  assert.deepEqual(refused({ name: 'a.example.', covers: 'name', types: 'all' }).length, 5)
  assert.deepEqual(refused({ name, covers: 'below', types: 'all' }), [
    'add',
    'deleteRrset',
    'deleteRrset',
    'deleteName',
  ])
})
