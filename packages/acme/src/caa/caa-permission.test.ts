import { test } from 'node:test'
import assert from 'node:assert/strict'
import { findCaa, permittedMethods, type CaaQuestion, type CaaRecord } from './caa-permission.ts'

const question: CaaQuestion = {
  isWildcard: false,
  identities: ['ca.example', 'ca.test'],
  accountUrl: 'https://ca.example/account/1',
  methods: ['dns-01', 'http-01', 'tls-alpn-01'],
}

function permitsIssuance(records: readonly CaaRecord[], asked: CaaQuestion): boolean {
  return permittedMethods(records, asked).length > 0
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

test('records may permit single accounts and challenges, each record by itself', () => {
  const own = 'accounturi=https://ca.example/account/1'
  const of = (...values: readonly string[]) =>
    permittedMethods(
      values.map((value) => record('issue', value)),
      question,
    )
  assert.deepEqual(of('ca.example; validationmethods=tls-alpn-01, DNS-01'), ['dns-01', 'tls-alpn-01'])
  assert.deepEqual(of(`ca.example; ValidationMethods=http-01; ${own}`), ['http-01'])
  assert.deepEqual(of('ca.example; validationmethods=http-01', 'ca.test; validationmethods=dns-01'), [
    'dns-01',
    'http-01',
  ])
  assert.deepEqual(of('ca.example; validationmethods=dns-01; accounturi=https://ca.example/account/2'), [])
  assert.deepEqual(of('ca.example; validationmethods=dns-persist-01', 'other.example'), [])
  assert.deepEqual(of(`ca.example; ${own}; accounturi=https://ca.example/account/2`), [])
  assert.deepEqual(of(`ca.example; ${own}; ${own}`), [])
  assert.deepEqual(of('ca.example; validationmethods='), [])
  assert.deepEqual(of('ca.example; accounturi'), [])
  assert.deepEqual(of('ca.example; policy=ev'), question.methods)
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
