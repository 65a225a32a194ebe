import { expect, test } from 'vitest'
import type { SenderVerdicts } from '../../../shared.ts'
import { failedCheck, senderVerdict } from './sender-check.ts'
import { senderWarnings } from './sender-warnings.ts'

const kinds = (name: string, address: string, replyTo: readonly string[] = []) =>
  senderWarnings(
    { name, address },
    replyTo.map((one) => ({ name: '', address: one })),
  ).map(({ kind }) => kind)

test('a name that shows another address is named', () => {
  expect(kinds('Bank <pay@bank.example>', 'win@prizes.example')).toEqual(['name-is-address'])
  expect(kinds('Pay@Bank.example', 'pay@bank.example')).toEqual([])
  // A wide sign is an @ for its readers.
  expect(kinds('pay\uFF20bank.example', 'win@prizes.example')).toEqual(['name-is-address'])
  expect(kinds('Ada @ Studio', 'ada@studio.example')).toEqual([])
})

test('a domain that mixes similar scripts, or is encoded, is named', () => {
  // The first letter is Cyrillic.
  expect(kinds('', 'pay@\u0430pple.example')).toEqual(['mixed-scripts'])
  expect(kinds('', 'pay@xn--pple-43d.example')).toEqual(['encoded-domain'])
  expect(kinds('', 'info@\u043f\u0440\u0438\u043c\u0435\u0440.example')).toEqual([])
  expect(kinds('', 'info@\u4f8b\u5b50abc.example')).toEqual([])
})

test('a domain all of whose letters look like Latin ones is named', () => {
  // Cyrillic only.
  expect(kinds('', 'pay@\u0440\u0430\u0443.example')).toEqual(['look-alike'])
  expect(kinds('', 'pay@login.\u0430\u0441\u043c\u0435-1.example')).toEqual(['look-alike'])
  expect(kinds('', 'info@\u0441\u043e\u0440.\u0440\u0444')).toEqual([])
  expect(kinds('', 'info@1-2.example')).toEqual([])
})

test('replies to another domain are named', () => {
  expect(kinds('', 'ada@studio.example', ['ada@Studio.example'])).toEqual([])
  expect(kinds('', 'ada@studio.example', ['ada@elsewhere.example'])).toEqual(['other-reply'])
})

const checks = (dmarc: string, spf = 'none', policy: string | null = null): SenderVerdicts => ({
  spf: { result: spf, domain: 'studio.example' },
  dkim: [],
  dmarc: { result: dmarc, domain: 'studio.example', policy },
})
const from = { name: '', address: 'ada@studio.example' }

test('a sender is verified by DMARC, or by its own domain where that has no policy', () => {
  expect(senderVerdict({ checks: null, from })).toBeUndefined()
  expect(senderVerdict({ checks: checks('pass'), from })).toBe('verified')
  expect(senderVerdict({ checks: checks('fail', 'pass'), from })).toBe('unverified')
  expect(senderVerdict({ checks: checks('none', 'pass'), from })).toBe('verified')
  expect(senderVerdict({ checks: checks('none', 'softfail'), from })).toBe('unknown')
  const other = { name: '', address: 'ada@other.example' }
  expect(senderVerdict({ checks: checks('none', 'pass'), from: other })).toBe('unknown')
})

test('the reason of spam is what the domain asks for', () => {
  expect(failedCheck(checks('pass'), 'spam')).toBeUndefined()
  expect(failedCheck(checks('fail', 'fail', 'quarantine'), 'spam')).toEqual({
    domain: 'studio.example',
    policy: 'quarantine',
    isSpam: true,
  })
  expect(failedCheck(checks('fail', 'fail', null), 'inbox')).toMatchObject({ policy: 'none', isSpam: false })
})
