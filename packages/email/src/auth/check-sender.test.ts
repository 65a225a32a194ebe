import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSender, type SenderQuestion } from './check-sender.ts'
import { signed, rsaKey } from './testing/signed-messages.ts'
import { lookupOf, type Zone } from './testing/zone.ts'

const key = rsaKey()
const message = 'From: Ann <ann@example.com>\r\nTo: b@example.org\r\nSubject: Hello\r\n\r\nText\r\n'

const zone: Zone = {
  'example.com': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
  's._domainkey.example.com': { TXT: [key.record] },
  '_dmarc.example.com': { TXT: ['v=DMARC1; p=quarantine'] },
}

const check = (bytes: Buffer | string, changes: Partial<SenderQuestion> = {}) =>
  checkSender({
    bytes: Buffer.from(bytes),
    peer: '192.0.2.1',
    helo: 'mail.example.com',
    mailFrom: 'ann@example.com',
    lookup: lookupOf(zone),
    now: new Date('2025-07-02T00:00:00Z'),
    hostname: 'mx.example.org',
    ...changes,
  })

test('a message of its domain passes every check, and the header says so', async () => {
  const found = await check(await signed(message, { key, domain: 'example.com' }))
  assert.deepEqual([found.spf.result, found.spf.aligned, found.dkim[0]?.keyBits], ['pass', true, 2_048])
  assert.equal(
    found.header.replaceAll(/\r\n\t */g, ' ').replace(/header\.b=(?:"[^"]{8}"|\w{8});/, 'header.b=…;'),
    'Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=example.com; ' +
      'dkim=pass header.d=example.com header.s=s header.a=rsa-sha256 header.b=…; ' +
      'dmarc=pass policy.dmarc=quarantine header.from=example.com; arc=none',
  )
})

test('a message with bare LF passes as the same one with CRLF', async () => {
  const text = (await signed(message, { key, domain: 'example.com' })).toString()
  assert.equal((await check(text.replaceAll('\r\n', '\n'))).dkim[0]?.result, 'pass')
})

test('a message from another peer fails SPF and passes DMARC by its signature', async () => {
  const found = await check(await signed(message, { key, domain: 'example.com' }), { peer: '2001:db8::1' })
  assert.deepEqual(
    [found.spf.result, found.spf.aligned, found.dkim[0]?.aligned, found.dmarc.result],
    ['fail', false, true, 'pass'],
  )
})

test('a forged message fails DMARC, with the policy of its domain', async () => {
  const evil: Zone = {
    ...zone,
    'evil.example': { TXT: ['v=spf1 +all'] },
    's._domainkey.evil.example': { TXT: [key.record] },
  }
  const bytes = await signed(message, { key, domain: 'evil.example' })
  const { spf, dkim, dmarc } = await check(bytes, { lookup: lookupOf(evil), mailFrom: 'x@evil.example' })
  assert.deepEqual([spf.result, spf.aligned], ['pass', false])
  assert.deepEqual([dkim[0]?.result, dkim[0]?.aligned], ['pass', false])
  assert.deepEqual([dmarc.result, dmarc.policy], ['fail', 'quarantine'])
})

test('a signature of a part of the body does not count', async () => {
  const bytes = await signed(message, { key, domain: 'example.com', maxBodyLength: 4 })
  const { dkim, dmarc } = await check(Buffer.concat([bytes, Buffer.from('<p>appended</p>\r\n')]), { peer: '192.0.2.9' })
  assert.deepEqual([dkim[0]?.result, dkim[0]?.reason, dmarc.result], ['policy', 'body-partly-signed', 'fail'])
})

test('weak keys and old algorithms do not count', async () => {
  const weak = rsaKey(512)
  const lookup = lookupOf({ ...zone, 's._domainkey.example.com': { TXT: [weak.record] } })
  const { dkim } = await check(await signed(message, { key: weak, domain: 'example.com' }), { lookup })
  assert.deepEqual([dkim[0]?.result, dkim[0]?.reason], ['policy', 'weak-key'])
  const text = (await signed(message, { key, domain: 'example.com' })).toString().replace('rsa-sha256', 'rsa-sha1')
  assert.notEqual((await check(text)).dkim[0]?.result, 'pass')
})

test('a revoked, a missing and an unanswered key are told apart', async () => {
  const bytes = await signed(message, { key, domain: 'example.com' })
  const withKey = async (records: Zone[string]) => {
    const { dkim } = await check(bytes, { lookup: lookupOf({ ...zone, 's._domainkey.example.com': records }) })
    return [dkim[0]?.result, dkim[0]?.reason]
  }
  assert.deepEqual(await withKey({ TXT: ['v=DKIM1; p='] }), ['permerror', 'invalid-key'])
  assert.deepEqual(await withKey({}), ['permerror', 'no-key'])
  assert.deepEqual(await withKey('fails'), ['temperror', 'dns-failure'])
})

test('SPF of a bounce is that of the name in HELO', async () => {
  const helo: Zone = { 'mail.example.com': { TXT: ['v=spf1 a -all'], A: ['192.0.2.1'] } }
  const { spf } = await check(message, { mailFrom: '', lookup: lookupOf(helo) })
  assert.deepEqual([spf.result, spf.identity, spf.domain], ['pass', 'helo', 'mail.example.com'])
})

test('no text of a peer adds a line or a result to the header', async () => {
  const hostile = 'a"; dkim=pass\r\nX: y@ex\u0000ample.com'
  const forged = `DKIM-Signature: v=1; a=rsa-sha256; d=x" spf=pass; s=a b\r\n c; h=from; bh=x; b="x\r\n${message}`
  const { header } = await check(forged, { mailFrom: hostile, helo: hostile, hostname: 'mx.example.org' })
  for (const line of header.split('\r\n').slice(1)) assert.match(line, /^\t ?[a-z.]+=(?:[\w.-]+|"[ !#-[\]-~]*");?$/)
  assert.equal(
    header
      .split('\r\n')
      .slice(1)
      .filter((line) => /^\t *spf=/.test(line)).length,
    1,
  )
})
