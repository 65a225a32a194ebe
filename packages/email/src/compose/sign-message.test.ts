import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkSender } from '../auth/check-sender.ts'
import { lookupOf } from '../auth/testing/zone.ts'
import { RelaxedBody, relaxedHeader } from './canonical.ts'
import { composeMessage } from './compose-message.ts'
import { DkimSignError, signMessage } from './sign-message.ts'
import { missingDkimpy, verifyByDkimpy } from './testing/dkimpy.ts'
import { sample } from './testing/samples.ts'
import { signingKeys } from './testing/signing-keys.ts'

const { keys, records } = signingKeys()
const now = new Date('2025-07-01T09:00:00Z')
const zone = Object.fromEntries(Object.entries(records).map(([name, record]) => [name, { TXT: [record] }]))

async function verdicts(bytes: Buffer): Promise<string[]> {
  const { dkim } = await checkSender({
    bytes,
    peer: '192.0.2.1',
    helo: 'mail.example.com',
    mailFrom: '',
    lookup: lookupOf(zone),
    now,
    hostname: 'mx.example.org',
  })
  return dkim.map(({ result }) => result)
}

const signedSample = async () => signMessage((await composeMessage(sample)).bytes, { keys, now })

test('both signatures pass, and cover every header that readers see', async () => {
  const bytes = await signedSample()
  assert.deepEqual(await verdicts(bytes), ['pass', 'pass'])
  const [first = ''] = bytes.toString('latin1').split('DKIM-Signature: ').slice(1)
  const tags = first.replaceAll(/\r\n\t/g, '')
  assert.match(tags, /^v=1; a=ed25519-sha256; c=relaxed\/relaxed;d=example\.com;s=e1; t=1751360400;h=/)
  const names = (/h=([^;]*)/.exec(tags)?.[1] ?? '').split(':')
  for (const name of ['from', 'to', 'subject', 'date', 'mime-version']) {
    assert.equal(names.filter((signed) => signed === name).length, 2, name)
  }
  for (const name of [
    'cc',
    'reply-to',
    'message-id',
    'references',
    'content-type',
    'list-unsubscribe',
    'list-unsubscribe-post',
  ]) {
    assert.ok(names.includes(name), name)
  }
  assert.doesNotMatch(tags.split(';b=')[0] ?? '', /[;\s][lx]=/)
})

test('a second From, To, Subject, Date or MIME-Version breaks both', async () => {
  const bytes = await signedSample()
  for (const name of ['From', 'To', 'Subject', 'Date', 'MIME-Version']) {
    const header = Buffer.from(`${name}: x@evil.example\r\n`)
    assert.ok(!(await verdicts(Buffer.concat([header, bytes]))).includes('pass'), name)
  }
  const traced = Buffer.concat([Buffer.from('Received: from a\r\nX-Other: y\r\n'), bytes])
  assert.deepEqual(await verdicts(traced), ['pass', 'pass'])
})

test('a changed body or subject breaks both', async () => {
  const text = (await signedSample()).toString('latin1')
  assert.ok(!(await verdicts(Buffer.from(`${text}more\r\n`, 'latin1'))).includes('pass'))
  assert.ok(!(await verdicts(Buffer.from(text.replace('Subject: ', 'Subject: X'), 'latin1'))).includes('pass'))
})

test('short and other keys, and names that are none, are refused', async () => {
  const { bytes } = await composeMessage(sample)
  const [edwards] = keys
  const privateKey = edwards!.privateKey
  const refused = [
    {
      domain: 'example.com',
      selector: 's',
      privateKey: generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey,
    },
    { domain: 'example.com', selector: 's', privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
    { domain: 'example.com', selector: 's', privateKey: generateKeyPairSync('ed25519').publicKey },
    { domain: 'example.com; x=1', selector: 's', privateKey },
    { domain: 'example.com', selector: 's\r\nX: y', privateKey },
    { domain: '', selector: 's', privateKey },
  ]
  for (const key of refused) await assert.rejects(signMessage(bytes, { keys: [key], now }), DkimSignError)
  for (const message of ['From: a@b\r\n', 'From: a@b\r\n\r\nx']) {
    await assert.rejects(signMessage(Buffer.from(message), { keys, now }), DkimSignError)
  }
  await assert.rejects(signMessage(Buffer.from('From: a@b\r\nFrom: c@d\r\n\r\nx\r\n'), { keys, now }), DkimSignError)
})

test('canonical forms are those of RFC 6376, 3.4.5', () => {
  assert.equal(relaxedHeader('A: X'), 'a:X')
  assert.equal(relaxedHeader('B : Y\t\r\n\tZ  '), 'b:Y Z')
  const body = (text: string) => {
    const [whole, bytewise] = [new RelaxedBody(), new RelaxedBody()]
    const bytes = Buffer.from(text)
    const result = Buffer.concat([whole.update(bytes), whole.end()]).toString()
    const pieces = [...bytes].map((byte) => bytewise.update(Uint8Array.of(byte)))
    assert.equal(Buffer.concat([...pieces, bytewise.end()]).toString(), result)
    return result
  }
  assert.equal(body(' C \r\nD \t E\r\n\r\n\r\n'), ' C\r\nD E\r\n')
  assert.deepEqual(
    [body(''), body('\r\n\r\n'), body(' \r\n'), body('a'), body('\r\na \t')],
    ['', '', '', 'a\r\n', '\r\na\r\n'],
  )
})

/** Bodies of blanks, line breaks and letters, which canonical forms differ by, and folded headers. */
const body = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', '\r\n', '\r\n\r\n', '.', 'ä'), maxLength: 60 })
const value = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\r\n ', '\r\n\t', ':', ';', '='), maxLength: 30 })

const messages = fc
  .sample(fc.tuple(value, value, body), { numRuns: 100, seed: 8_463 })
  .map(([subject, to, text]) =>
    Buffer.from(
      `From: a@example.com\r\nSubject:${subject}x\r\nTo:${to}b@example.org\r\nCc: c@d\r\nCC: e@f\r\nDate: x\r\n\r\n${text}\r\n`,
    ),
  )

test('100 messages of blanks and folds pass at mailauth', async () => {
  for (const message of messages) {
    const bytes = await signMessage(message, { keys, now })
    assert.deepEqual(await verdicts(bytes), ['pass', 'pass'], JSON.stringify(message.toString()))
  }
})

test('100 messages of blanks and folds, and a full one, pass at dkimpy', { skip: missingDkimpy() }, async () => {
  const signed = await Promise.all(messages.map((message) => signMessage(message, { keys, now })))
  const full = await signedSample()
  const changed = Buffer.from(full.toString('latin1').replace('Subject: ', 'Subject: X'), 'latin1')
  const found = verifyByDkimpy({ messages: [...signed, full, changed], records })
  const wrong = found
    .slice(0, -1)
    .flatMap((results, index) =>
      results.every((result) => result === true) && results.length === 2
        ? []
        : [`${index}: ${results.join()} ${JSON.stringify(messages[index]?.toString())}`],
    )
  assert.deepEqual(wrong, [])
  assert.deepEqual(found.at(-1), [false, false])
})
