/** Messages and records made to cost time or memory: every check ends with a result, after bounded work. */
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { hostileMessages } from '../message/testing/hostile-messages.ts'
import { checkSender, type SenderQuestion } from './check-sender.ts'
import { lookupLimits } from './guarded-lookup.ts'
import type { Lookup } from './lookup.ts'
import { rsaKey, signed } from './testing/signed-messages.ts'
import { lookupOf, type Zone } from './testing/zone.ts'

const body = 'From: a@example.com\r\nSubject: x\r\n\r\nText\r\n'

const check = (bytes: Uint8Array | string, lookup: Lookup, changes: Partial<SenderQuestion> = {}) =>
  checkSender({
    bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
    peer: '192.0.2.1',
    helo: 'mail.example.com',
    mailFrom: 'a@example.com',
    lookup,
    now: new Date('2025-07-02T00:00:00Z'),
    hostname: 'mx.example.org',
    ...changes,
  })

const spfOf = async (zone: Zone) => {
  const lookup = lookupOf(zone)
  const { spf } = await check(body, lookup)
  return { result: spf.result, questions: lookup.asked.filter((question) => !question.includes('_dmarc')).length }
}

test('of 1,000 signatures ten are checked', async () => {
  const lookup = lookupOf({})
  const signature = (index: number) =>
    `DKIM-Signature: v=1; a=rsa-sha256; d=d${index}.example; s=s; h=from; bh=eA==; b=eA==; l=${index}\r\n`
  const { dkim, skippedSignatures } = await check(
    Array.from({ length: 900 }, (_, index) => signature(index)).join('') + body,
    lookup,
  )
  assert.deepEqual([dkim.length, skippedSignatures], [10, 890])
  assert.ok(lookup.asked.length < 30)
})

test('headers over a limit are not checked', async () => {
  for (const headers of [
    'X: y\r\n'.repeat(1_100),
    `X: y\r\n${' z\r\n'.repeat(6_000)}`,
    `X: ${'y'.repeat(300_000)}\r\n`,
  ]) {
    const { dmarc, dkim, spf } = await check(headers + body, lookupOf({ 'example.com': { TXT: ['v=spf1 +all'] } }))
    assert.deepEqual(
      [dmarc.result, dmarc.reason, dkim.length, spf.result],
      ['permerror', 'headers-too-large', 0, 'pass'],
    )
  }
})

test('a signature with a long list of headers is not checked', async () => {
  const { skippedSignatures } = await check(
    `DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=s; h=${'from:'.repeat(2_000)}; bh=eA==; b=eA==\r\n${body}`,
    lookupOf({}),
  )
  assert.equal(skippedSignatures, 1)
})

/** A public key of any size, without a private one. */
function keyOf(modulusBytes: number, exponentBytes: number): string {
  const [n, e] = [modulusBytes, exponentBytes].map((size) => Buffer.alloc(size, 0xa5).toString('base64url'))
  const key = createPublicKey({ key: { kty: 'RSA', n: n!, e: e! }, format: 'jwk' })
  return `v=DKIM1; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`
}

test('huge keys and exponents, and records that are no key, have results', async () => {
  const bytes = await signed(body, { key: rsaKey(), domain: 'example.com' })
  const records = [
    keyOf(2_048, 3),
    keyOf(8_192, 3),
    keyOf(384, 384),
    `v=DKIM1; p=${'A'.repeat(60_000)}`,
    `v=DKIM1; p=${'!'.repeat(60_000)}`,
    'v=DKIM1; p=MA==',
    ';'.repeat(60_000),
  ]
  for (const record of records) {
    const { dkim } = await check(bytes, lookupOf({ 's._domainkey.example.com': { TXT: [record] } }))
    assert.ok(dkim[0] !== undefined && dkim[0].result !== 'pass' && dkim[0].reason !== undefined)
  }
})

test('51 sets of ARC are recorded and not checked', async () => {
  const set = (i: number) =>
    `ARC-Seal: i=${i}; a=rsa-sha256; cv=pass; d=d${i}.example; s=s; b=eA==\r\nARC-Message-Signature: i=${i}; a=rsa-sha256; d=d; s=s; h=from; bh=eA==; b=eA==\r\nARC-Authentication-Results: i=${i}; x; none\r\n`
  const lookup = lookupOf({})
  const { arc } = await check(Array.from({ length: 51 }, (_, i) => set(i + 1)).join('') + body, lookup)
  assert.deepEqual(arc, { result: 'skipped', sets: 51, sealedBy: undefined })
  assert.ok(lookup.asked.length < 20)
})

test('SPF records that lead to themselves or to too many others end', async () => {
  const text = (record: string) => ({ TXT: [record] })
  const many = Array.from({ length: 12 }, (_, index) => `include:i${index}.example.com`).join(' ')
  const includes = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`i${index}.example.com`, text('v=spf1 ?all')]),
  )
  const exchanges = {
    TXT: ['v=spf1 mx -all'],
    MX: Array.from({ length: 200 }, (_, index) => `10 m${index}.example.com`),
  }
  const results = [
    await spfOf({ 'example.com': text('v=spf1 include:example.com -all') }),
    await spfOf({ 'example.com': text('v=spf1 redirect=example.com') }),
    await spfOf({ 'example.com': text(`v=spf1 ${many} -all`), ...includes }),
    await spfOf({ 'example.com': exchanges }),
    await spfOf({ 'example.com': text(`v=spf1 ${'exists:%{i}.a.example.com '.repeat(5)}-all`) }),
  ]
  for (const { result, questions } of results) {
    assert.equal(result, 'permerror')
    assert.ok(questions <= 12, String(questions))
  }
})

test('answers that are too large are errors', async () => {
  assert.equal((await spfOf({ 'example.com': { TXT: [`v=spf1 ${'a '.repeat(50_000)}`] } })).result, 'temperror')
  assert.equal((await spfOf({ 'example.com': { TXT: Array.from({ length: 300 }, () => 'x') } })).result, 'temperror')
})

test('one deadline ends all questions', async () => {
  const signals: AbortSignal[] = []
  const silent: Lookup = (_name, _type, { signal }) => {
    signals.push(signal)
    return new Promise(() => undefined)
  }
  const bytes = await signed(body, { key: rsaKey(), domain: 'example.com' })
  const found = await check(bytes, silent, { limits: { ...lookupLimits, deadline: 20 } })
  assert.deepEqual(
    [found.spf.result, found.dkim[0]?.result, found.dmarc.result],
    ['temperror', 'temperror', 'temperror'],
  )
  assert.ok(signals.length > 0 && signals.every(({ aborted }) => aborted))
})

test('hostile messages and senders have results', async () => {
  for (const { text } of hostileMessages(7, 6)) {
    const { header } = await check(text, lookupOf({}), { mailFrom: text.slice(0, 200), helo: text.slice(100, 300) })
    for (const line of header.split('\r\n')) assert.match(line, /^\t?[\x20-\x7e]*$/)
  }
})

test('any signature header and record has a result', async () => {
  const text = fc.string({
    unit: fc.constantFrom(
      'v=1;',
      'd=',
      's=',
      'a=rsa-sha256',
      'h=',
      'from',
      ':',
      ';',
      'b=',
      'bh=',
      '%{',
      'i',
      '}',
      ' ',
      '=',
      '/',
      '"',
      '__proto__',
      'v=spf1 ',
      'v=DMARC1;',
      'p=',
    ),
  })
  await fc.assert(
    fc.asyncProperty(text, text, text, async (signature, record, sender) => {
      const answer: Lookup = async () => ({ kind: 'records', records: [`v=spf1 ${record}`, record] })
      const { spf } = await check(`DKIM-Signature: ${signature}\r\nARC-Seal: ${signature}\r\n${body}`, answer, {
        mailFrom: sender,
      })
      assert.ok(spf.result.length > 0)
    }),
    { numRuns: 300 },
  )
})
