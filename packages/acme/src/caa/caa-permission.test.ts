import { test } from 'node:test'
import assert from 'node:assert/strict'
import { findCaa, permitsIssuance, type CaaQuestion, type CaaRecord } from './caa-permission.ts'

const question: CaaQuestion = {
  isWildcard: false,
  identities: ['ca.example', 'ca.test'],
  accountUrl: 'https://ca.example/account/1',
}

function record(tag: string, value: string, isCritical = false): CaaRecord {
  return { tag, value, isCritical }
}

test('an authority may issue where no record names one, or one names it', () => {
  assert.ok(permitsIssuance([], question))
  assert.ok(permitsIssuance([record('iodef', 'mailto:a@b.example')], question))
  assert.ok(permitsIssuance([record('issue', 'other.example'), record('Issue', ' CA.test ')], question))
  assert.ok(permitsIssuance([record('issuewild', ';')], question))
})

test('it may not where records name others, none, another account, or what nobody knows', () => {
  assert.ok(!permitsIssuance([record('issue', 'other.example')], question))
  assert.ok(!permitsIssuance([record('issue', ';')], question))
  assert.ok(!permitsIssuance([record('issue', 'ca.example'), record('future', '', true)], question))
  assert.ok(!permitsIssuance([record('issue', 'ca.example; accounturi=https://ca.example/account/2')], question))
  assert.ok(permitsIssuance([record('issue', 'ca.example; accounturi=https://ca.example/account/1')], question))
})

test('a wildcard has rules of its own, or those of its name', () => {
  const wildcard = { ...question, isWildcard: true }
  assert.ok(!permitsIssuance([record('issue', 'ca.example'), record('issuewild', ';')], wildcard))
  assert.ok(permitsIssuance([record('issue', ';'), record('issuewild', 'ca.test')], wildcard))
  assert.ok(!permitsIssuance([record('issue', ';')], wildcard))
})

test('the records of the nearest name above count', async () => {
  const zones = new Map([
    ['b.example', [record('issue', 'b')]],
    ['example', [record('issue', 'c')]],
  ])
  const asked: string[] = []
  const found = await findCaa('x.a.b.example', async (name) => {
    asked.push(name)
    return zones.get(name) ?? []
  })
  assert.deepEqual(found, zones.get('b.example'))
  assert.deepEqual(asked, ['x.a.b.example', 'a.b.example', 'b.example'])
})
