import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeEmail } from './email.ts'

for (const [given, stored] of [
  [' Ada@Example.TEST ', 'ada@example.test'],
  ['ada+notes@example.test', 'ada+notes@example.test'],
  ['ada@bücher.test', 'ada@xn--bcher-kva.test'],
  ['o\u2019neil@example.test', 'o\u2019neil@example.test'],
  ['root@localhost', 'root@localhost'],
] as const) {
  test(`${given} is stored as ${stored}`, () => assert.equal(normalizeEmail(given), stored))
}

for (const given of [
  '',
  'ada',
  'ada@',
  '@example.test',
  'a b@example.test',
  'a@b@example.test',
  'a@-x.test',
  'a\n@x.test',
  `${'a'.repeat(65)}@x.test`,
]) {
  test(`${JSON.stringify(given)} is not an address`, () => assert.equal(normalizeEmail(given), undefined))
}
