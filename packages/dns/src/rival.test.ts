import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { decode, encode } from 'dns-packet'
import fc from 'fast-check'
import { decodeMessage, encodeFields, encodeMessage, type KnownType } from './index.ts'
import { decodeData } from './record-data.ts'
import { valuesOf } from './testing/field-arbitraries.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 5_000 : 100

/** Types that `dns-packet` reads and writes without loss, for names of plain letters. */
const types: readonly KnownType[] = [
  'A',
  'NS',
  'CNAME',
  'SOA',
  'PTR',
  'MX',
  'TXT',
  'AAAA',
  'SRV',
  'CAA',
  'DS',
  'DNSKEY',
  'SSHFP',
  'TLSA',
]

const plainName = fc
  .array(fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/), { minLength: 1, maxLength: 5 })
  .map((labels) => `${labels.join('.')}.`)
const nameFields = new Set(['target', 'primary', 'mailbox', 'exchange'])

/** Fields that the rival takes only so: it reads CAA as UTF-8, and knows the lengths of fingerprints. */
const ofRival: Readonly<Record<string, object>> = {
  CAA: { flags: 128, tag: 'issue', value: Buffer.from('letsencrypt.org') },
  DNSKEY: { protocol: 3 },
  SSHFP: { fingerprintType: 2, fingerprint: Buffer.alloc(32, 1) },
}

suite('dns-packet reads our messages, and we read the same from its own', () => {
  for (const type of types) {
    test(type, () => {
      const property = fc.property(plainName, plainName, valuesOf(type), (name, target, values) => {
        const plain = Object.entries(values).map(([key, value]) => [key, nameFields.has(key) ? target : value])
        const bytes = encodeFields(type, { ...Object.fromEntries(plain), ...ofRival[type] } as never)
        const record = { name, type, class: 'IN', ttl: 60, data: decodeData(type, bytes) }
        const theirs = decode(encodeMessage({ isResponse: true, answers: [record, record] }))
        assert.equal(theirs.answers?.length, 2)
        const again = encode({ type: 'response', answers: theirs.answers ?? [] })
        assert.deepEqual(decodeMessage(again).answers, [record, record])
      })
      fc.assert(property, { numRuns })
    })
  }
})
