/** DMARC by RFC 9989: the policy and the organization are found by walks up the tree of names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSender } from './check-sender.ts'
import { lookupOf, type Zone } from './testing/zone.ts'

const spf = { TXT: ['v=spf1 ip4:192.0.2.1 -all'] }
const dmarc = (record: string) => ({ TXT: [`v=DMARC1; ${record}`] })

interface Question {
  readonly from: string
  readonly mailFrom: string
  readonly zone: Zone
}

async function check({ from, mailFrom, zone }: Question) {
  const lookup = lookupOf(zone)
  const { dmarc: found } = await checkSender({
    bytes: Buffer.from(`${from}\r\nSubject: x\r\n\r\nx`),
    peer: '192.0.2.1',
    helo: 'mail.example.com',
    mailFrom,
    lookup,
    now: new Date('2025-07-01T00:00:00Z'),
    hostname: 'mx.example.org',
  })
  return { ...found, asked: lookup.asked.filter((question) => question.includes('_dmarc')) }
}

const cases: readonly (Question & {
  readonly name: string
  readonly expected: Partial<Awaited<ReturnType<typeof check>>>
})[] = [
  {
    name: 'the sender of the envelope is in the same organization',
    from: 'From: a@news.example.com',
    mailFrom: 'b@bounce.example.com',
    zone: { 'bounce.example.com': spf, '_dmarc.example.com': dmarc('p=reject; sp=quarantine') },
    expected: {
      result: 'pass',
      spfAligned: true,
      policy: 'quarantine',
      policyDomain: 'example.com',
      organization: 'example.com',
    },
  },
  {
    name: 'strict alignment wants the same domain',
    from: 'From: a@example.com',
    mailFrom: 'b@bounce.example.com',
    zone: { 'bounce.example.com': spf, '_dmarc.example.com': dmarc('p=reject; aspf=s') },
    expected: { result: 'fail', spfAligned: false, policy: 'reject' },
  },
  {
    name: 'a registry with psd=y separates its customers',
    from: 'From: a@shop.bank',
    mailFrom: 'b@other.bank',
    zone: { 'other.bank': spf, '_dmarc.bank': dmarc('p=reject; psd=y') },
    expected: { result: 'fail', organization: 'shop.bank', policyDomain: 'bank', policy: 'reject' },
  },
  {
    name: 'psd=n begins an organization below another',
    from: 'From: a@x.unit.example.com',
    mailFrom: 'b@example.com',
    zone: {
      'example.com': spf,
      '_dmarc.unit.example.com': dmarc('p=quarantine; psd=n'),
      '_dmarc.example.com': dmarc('p=none'),
    },
    expected: { result: 'fail', organization: 'unit.example.com', policy: 'quarantine' },
  },
  {
    name: 'np is for names that do not exist',
    from: 'From: a@made-up.example.com',
    mailFrom: 'b@example.net',
    zone: { 'example.com': { A: ['192.0.2.9'] }, '_dmarc.example.com': dmarc('p=none; sp=none; np=reject') },
    expected: { result: 'fail', policy: 'reject' },
  },
  {
    name: 't=y lowers the policy by one level',
    from: 'From: a@example.com',
    mailFrom: 'b@example.net',
    zone: { '_dmarc.example.com': dmarc('p=reject; t=y') },
    expected: { result: 'fail', policy: 'quarantine', testing: true },
  },
  {
    name: 'two records count as none',
    from: 'From: a@example.com',
    mailFrom: 'b@example.net',
    zone: { '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] } },
    expected: { result: 'none', policy: undefined },
  },
  {
    name: 'a record with a tag twice counts as none',
    from: 'From: a@example.com',
    mailFrom: 'b@example.net',
    zone: { '_dmarc.example.com': dmarc('p=none; p=reject') },
    expected: { result: 'none', policy: undefined },
  },
  {
    name: 'no answer is a temporary error',
    from: 'From: a@example.com',
    mailFrom: 'b@example.net',
    zone: { '_dmarc.example.com': 'fails' },
    expected: { result: 'temperror', reason: 'dns-failure' },
  },
  {
    name: 'two From headers have no verdict',
    from: 'From: a@example.com\r\nFrom: b@example.net',
    mailFrom: 'b@example.net',
    zone: { 'example.net': spf },
    expected: { result: 'permerror', reason: 'multiple-from-fields', policy: undefined },
  },
  {
    name: 'authors of two domains have no verdict',
    from: 'From: a@example.com, b@example.net',
    mailFrom: 'b@example.net',
    zone: { 'example.net': spf },
    expected: { result: 'permerror', reason: 'multiple-author-domains' },
  },
  {
    name: 'a From without an address has no verdict',
    from: 'From: security',
    mailFrom: 'b@example.net',
    zone: {},
    expected: { result: 'permerror', reason: 'no-author-domain' },
  },
]

for (const { name, expected, ...question } of cases) {
  test(`DMARC: ${name}`, async () => {
    const found = await check(question)
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(found[key as keyof typeof found], value, key)
  })
}

test('DMARC: a walk begins at the name, jumps to seven labels, and asks at most eight times', async () => {
  const domain = Array.from({ length: 40 }, (_, index) => `l${index}`).join('.')
  const { asked, result } = await check({ from: `From: a@${domain}`, mailFrom: '', zone: {} })
  const labels = asked.map((question) => question.split('.').length - 1)
  assert.deepEqual([labels, result], [[40, 7, 6, 5, 4, 3, 2, 1], 'none'])
})
