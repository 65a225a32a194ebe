import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealMessage } from 'mailauth/lib/arc/index.js'
import { checkSender } from './check-sender.ts'
import { rsaKey, signed } from './testing/signed-messages.ts'
import { lookupOf } from './testing/zone.ts'

const key = rsaKey()
const text = 'From: ann@example.com\r\nTo: b@example.org\r\nSubject: Hello\r\n\r\nText\r\n'

const check = (bytes: Buffer, now = '2025-07-02T00:00:00Z') =>
  checkSender({
    bytes,
    peer: '192.0.2.1',
    helo: 'list.example.net',
    mailFrom: 'bounce@list.example.net',
    lookup: lookupOf({
      's._domainkey.list.example.net': { TXT: [key.record] },
      's._domainkey.example.com': { TXT: [key.record] },
      '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject'] },
    }),
    now: new Date(now),
    hostname: 'mx.example.org',
  })

async function sealed(message: Buffer): Promise<Buffer> {
  const headers = await sealMessage(message, {
    signingDomain: 'list.example.net',
    selector: 's',
    privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    authResults: 'mx.list.example.net; dkim=pass header.d=example.com',
    cv: 'none',
  })
  return Buffer.concat([headers, message])
}

test('a valid chain is recorded with its last seal, and does not change the verdict of DMARC', async () => {
  const { arc, dmarc, header } = await check(await sealed(Buffer.from(text)))
  assert.deepEqual(arc, { result: 'pass', sets: 1, sealedBy: 'list.example.net' })
  assert.equal(dmarc.result, 'fail')
  assert.match(header, /;\r\n\tarc=pass$/)
})

test('a chain fails where the message was changed after its seal', async () => {
  const bytes = await sealed(Buffer.from(text))
  const { arc } = await check(Buffer.from(bytes.toString().replace('Text', 'Other')))
  assert.deepEqual(arc, { result: 'fail', sets: 1, sealedBy: undefined })
})

test('a chain that cannot be read fails', async () => {
  const { arc } = await check(Buffer.from(`ARC-Seal: i=x; __proto__=1\r\nARC-Seal: i=2\r\n${text}`))
  assert.deepEqual([arc.result, arc.sets], ['fail', 2])
})

test('a signature counts until it expires', async () => {
  const bytes = await signed(text, { key, domain: 'example.com', expires: new Date('2025-07-03T00:00:00Z') })
  assert.deepEqual(
    (await check(bytes)).dkim.map(({ result }) => result),
    ['pass'],
  )
  const { dkim, dmarc } = await check(bytes, '2025-07-04T00:00:00Z')
  assert.deepEqual([dkim[0]?.result, dkim[0]?.reason, dmarc.result], ['neutral', 'expired', 'fail'])
})
