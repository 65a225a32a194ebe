import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { missingPrograms } from '@host/dns/testing'
import fc from 'fast-check'
import { readOne, readValues } from './der-reader.ts'
import { derTags, integer, objectIdentifier, octetString, sequence, time } from './der-values.ts'
import {
  certificateIdentity,
  createCertificateKey,
  createCertificateRequest,
  createChallengeCertificate,
  createSelfSignedCertificate,
  readPrivateKey,
  writePrivateKey,
} from './index.ts'

const skip = missingPrograms({ packages: ['openssl'], names: ['openssl'] })

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/)
const dnsName = fc
  .tuple(fc.boolean(), fc.array(label, { minLength: 2, maxLength: 5 }))
  .map(([isWildcard, labels]) => `${isWildcard ? '*.' : ''}${labels.join('.')}`)
const anyName = fc.oneof({ weight: 4, arbitrary: dnsName }, fc.ipV4(), fc.ipV6())
const names = fc.uniqueArray(anyName, { minLength: 1, maxLength: 30 })

describe('values', () => {
  test('are written and read alike, whatever their size', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 8 }), (parts) => {
        const read = readValues(readOne(sequence(...parts.map(octetString))).content)
        assert.deepEqual(
          read.map(({ tag, content }) => [tag, content]),
          parts.map((part) => [derTags.octetString, Buffer.from(part)]),
        )
      }),
    )
  })

  test('a number is the shortest that is not negative', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 160n }), (number) => {
        const hex = number.toString(16)
        const { content } = readOne(integer(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')))
        assert.equal(BigInt(`0x${content.toString('hex')}`), number)
        assert.ok((content[0] ?? 0) < 0x80)
        assert.ok(content.length === 1 || content[0] !== 0 || (content[1] ?? 0) >= 0x80)
      }),
    )
  })

  test('an identifier and times have the bytes of the specification', () => {
    assert.equal(objectIdentifier('1.2.840.113549').toString('hex'), '06062a864886f70d')
    assert.equal(time(new Date('2049-12-31T23:59:59.900Z')).toString('latin1').slice(2), '491231235959Z')
    assert.equal(time(new Date('2050-01-01T00:00:00Z')).toString('latin1').slice(2), '20500101000000Z')
  })

  test('random bytes are refused with one error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        try {
          readValues(bytes)
        } catch (error) {
          assert.ok(error instanceof RangeError)
        }
      }),
    )
  })
})

describe('certificates', () => {
  const notBefore = new Date('2026-01-01T00:00:00Z')
  const notAfter = new Date('2056-02-03T04:05:06Z')

  test('Node reads the names, times and key of a self-signed one', () => {
    fc.assert(
      fc.property(names, (wanted) => {
        const pair = createSelfSignedCertificate({ names: wanted, notBefore, notAfter })
        const certificate = new X509Certificate(pair.certificate)
        assert.equal(certificate.validFromDate.getTime(), notBefore.getTime())
        assert.equal(certificate.validToDate.getTime(), notAfter.getTime())
        assert.ok(certificate.checkPrivateKey(readPrivateKey(pair.privateKey)))
        assert.ok(certificate.verify(certificate.publicKey))
        assert.equal(certificate.ca, false)
        for (const name of wanted) assert.ok(isFor(certificate, name), name)
      }),
      { numRuns: 40 },
    )
  })

  test('a name that is not ASCII is refused, and so is none', () => {
    assert.throws(() => createSelfSignedCertificate({ names: ['bücher.example'], notBefore, notAfter }), RangeError)
    assert.throws(() => createSelfSignedCertificate({ names: [], notBefore, notAfter }), RangeError)
  })

  test('openssl reads the names of a request, and its signature', { skip }, () => {
    fc.assert(
      fc.property(names, (wanted) => {
        const request = createCertificateRequest(wanted, createCertificateKey())
        const { stdout, stderr } = openssl(['req', '-inform', 'DER', '-noout', '-text', '-verify'], request)
        assert.match(stderr + stdout, /verify OK/)
        const listed = [...stdout.matchAll(/DNS:([^,\s]+)/g)].map(([, name]) => name)
        assert.deepEqual(
          listed,
          wanted.filter((name) => isIP(name) === 0),
        )
      }),
      { numRuns: 5 },
    )
  })

  test('openssl finds the name of a challenge, and its digest in a critical extension', { skip }, () => {
    const { certificate } = createChallengeCertificate('example.com', 'token.thumbprint', new Date())
    const { stdout } = openssl(['x509', '-noout', '-text'], certificate)
    const digest = createHash('sha256').update('token.thumbprint').digest('hex').toUpperCase()
    assert.match(stdout, /1\.3\.6\.1\.5\.5\.7\.1\.31: critical/)
    assert.ok(stdout.includes('DNS:example.com'))
    const der = new X509Certificate(certificate).raw.toString('hex').toUpperCase()
    assert.ok(der.includes(`0420${digest}`))
    const lint = openssl(['x509', '-noout', '-checkhost', 'example.com'], certificate)
    assert.match(lint.stdout, /does match certificate/)
  })

  test('openssl writes the key and number by which renewals name a certificate', { skip }, () => {
    // The example of RFC 9773, section 4.1: key 69:88:5B:…, number 87:65:43:21.
    const made = openssl(
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=a'].concat([
        '-keyout',
        '/dev/null',
        '-set_serial',
        '0x87654321',
        '-addext',
        'authorityKeyIdentifier=keyid:always',
      ]),
      '',
    )
    const shown = openssl(['x509', '-noout', '-ext', 'authorityKeyIdentifier'], made.stdout).stdout
    const key = /([0-9A-F]{2}(?::[0-9A-F]{2}){19})/.exec(shown)?.[1]?.replaceAll(':', '')
    assert.equal(certificateIdentity(made.stdout), `${Buffer.from(key ?? '', 'hex').toString('base64url')}.AIdlQyE`)
  })

  test('a self-signed one has no such name', () => {
    assert.equal(
      certificateIdentity(createSelfSignedCertificate({ names: ['a.example'], notBefore, notAfter }).certificate),
      undefined,
    )
  })

  test('a key is the same after it was written', () => {
    const key = createCertificateKey()
    assert.ok(readPrivateKey(writePrivateKey(key)).equals(key))
  })
})

function isFor(certificate: X509Certificate, name: string): boolean {
  if (isIP(name) !== 0) return certificate.checkIP(name) !== undefined
  return certificate.checkHost(name.replace('*', 'any')) !== undefined
}

function openssl(args: readonly string[], input: Uint8Array | string): { stdout: string; stderr: string } {
  const { stdout, stderr, status } = spawnSync('openssl', args, { input, encoding: 'utf8', timeout: 20_000 })
  assert.equal(status, 0, stderr)
  return { stdout, stderr }
}
