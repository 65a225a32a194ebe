import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { isStsHost, readStsPolicy, readStsRecord } from './sts-policy.ts'

const file = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('')
const valid = ['version: STSv1', 'mode: enforce', 'mx: mail.example.com', 'mx: *.Example.net', 'max_age: 604800']

suite('the record of a policy', () => {
  const cases: readonly (readonly [readonly string[], string | undefined])[] = [
    [['v=STSv1; id=20160831085700Z;'], '20160831085700Z'],
    [['v=STSv1;id=1'], '1'],
    [['v=spf1 -all', 'v=STSv1; id=1; future=x'], '1'],
    [[], undefined],
    [['v=STSv1; id=1', 'v=STSv1; id=2'], undefined],
    [['v=STSv1'], undefined],
    [['v=STSv1;'], undefined],
    [['v=STSv1; id=a-b'], undefined],
    [[`v=STSv1; id=${'a'.repeat(33)}`], undefined],
    [['v=STSv2; id=1'], undefined],
    [['id=1; v=STSv1;'], undefined],
  ]
  for (const [texts, id] of cases) {
    test(`${JSON.stringify(texts).slice(0, 60)}: ${id}`, () => assert.equal(readStsRecord(texts), id))
  }
})

suite('the file of a policy', () => {
  test('mode, hosts and age are read, with either line end and unknown fields', () => {
    const expected = { mode: 'enforce', mx: ['mail.example.com', '*.example.net'], maxAge: 604_800 }
    assert.deepEqual(readStsPolicy(file(...valid)), expected)
    assert.deepEqual(readStsPolicy([...valid, 'future: x', ''].join('\n')), expected)
    assert.deepEqual(readStsPolicy(file('version:STSv1', 'mode:none', 'max_age:9999999999')), {
      mode: 'none',
      mx: [],
      maxAge: 31_557_600,
    })
  })

  for (const [at, line] of [
    [0, 'version: STSv2'],
    [1, 'mode: maybe'],
    [2, 'mx: mail_example.com'],
    [2, 'mx: *'],
    [2, 'mx: mail.*.com'],
    [4, 'max_age: 1.5'],
    [4, 'max_age: -1'],
    [4, 'max_age: 99999999999'],
    [4, 'x: y'],
  ] as const) {
    test(`${line} is not valid`, () => assert.equal(readStsPolicy(file(...valid.toSpliced(at, 1, line))), undefined))
  }

  test('enforcing without a host, and too much of anything, is not valid', () => {
    assert.equal(readStsPolicy(file('version: STSv1', 'mode: enforce', 'max_age: 1')), undefined)
    assert.equal(readStsPolicy(file(...valid, ...Array.from({ length: 101 }, () => 'mx: a.example.com'))), undefined)
    assert.equal(readStsPolicy(file(...valid, 'x'.repeat(70_000))), undefined)
  })

  test('no text throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void readStsPolicy(`version: STSv1\n${text}`)))
    fc.assert(fc.property(fc.string(), (text) => void readStsRecord([`v=STSv1;${text}`])))
  })
})

test('a pattern stands for one label, and names compare without case', () => {
  const policy = { mode: 'enforce', mx: ['mail.example.com', '*.example.net'], maxAge: 1 } as const
  const hosts = [
    'mail.example.com',
    'MAIL.example.com.',
    'a.example.net',
    'example.net',
    'a.b.example.net',
    'x.example.com',
    'net',
  ]
  assert.deepEqual(
    hosts.map((host) => isStsHost(policy, host)),
    [true, true, true, false, false, false, false],
  )
})
