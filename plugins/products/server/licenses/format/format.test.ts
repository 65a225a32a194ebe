import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isSignedBy, longestLicenseKey, readLicenseKey, signLicense } from './license-key.ts'
import { fingerprintPolicies } from '../../../shared.ts'
import type { LicensePayload } from './license-payload.ts'
import { isRevokedIn, revocationText } from './revocation-list.ts'
import { newShortKey, readShortKey } from './short-key.ts'

const pair = generateKeyPairSync('ed25519')
const id = (prefix: string) => fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{26}$/).map((text) => `${prefix}_${text}`)
const name = fc.stringMatching(/^[a-z][a-z0-9._-]{0,6}$/)

const payloads: fc.Arbitrary<LicensePayload> = fc.record({
  entitlements: fc.uniqueArray(name, { maxLength: 6 }).map((names) => names.toSorted()),
  expires: fc.option(fc.nat(4_102_444_800)),
  fingerprint: fc.constantFrom(...fingerprintPolicies),
  id: id('lic'),
  issued: fc.nat(4_102_444_800),
  key: fc.stringMatching(/^[0-9a-f]{8}$/),
  limits: fc.dictionary(name, fc.nat(9999), { maxKeys: 3, noNullPrototype: true }),
  product: id('prod'),
})

/** The limits of a payload by name, as keys have them. */
const sorted = (payload: LicensePayload): LicensePayload => ({
  ...payload,
  limits: Object.fromEntries(Object.entries(payload.limits).toSorted(([a], [b]) => (a < b ? -1 : 1))),
})

describe('license keys', () => {
  test('a key reads back as the license that was signed, in at most 512 characters', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const key = signLicense(payload, pair.privateKey)
        assert.ok(key.length <= longestLicenseKey)
        const read = readLicenseKey(key)
        assert.ok(read !== undefined && isSignedBy(read, pair.publicKey))
        assert.equal(JSON.stringify(read.payload), JSON.stringify(sorted(payload)))
      }),
      { numRuns: 200 },
    )
  })

  test('a key with one other character is malformed or not signed', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.= ']
    fc.assert(
      fc.property(payloads, fc.nat(), fc.constantFrom(...letters), (payload, at, letter) => {
        const key = signLicense(payload, pair.privateKey)
        const place = at % key.length
        fc.pre(key[place] !== letter)
        const read = readLicenseKey(key.slice(0, place) + letter + key.slice(place + 1))
        assert.ok(read === undefined || !isSignedBy(read, pair.publicKey))
      }),
      { numRuns: 300 },
    )
  })

  test('a payload in any other spelling is refused, even where its signature is right', () => {
    const payload: LicensePayload = {
      entitlements: ['export', 'team'],
      expires: null,
      fingerprint: 'any',
      id: 'lic_1',
      issued: 1_790_000_000,
      key: 'k1',
      limits: { machines: 3, seats: 5 },
      product: 'prod_1',
    }
    const text = JSON.stringify(payload)
    const keyOf = (json: string | Buffer) => {
      const part = Buffer.from(json).toString('base64url')
      return `HK1.${part}.${sign(null, Buffer.from(part), pair.privateKey).toString('base64url')}`
    }
    assert.ok(readLicenseKey(keyOf(text)) !== undefined)
    const others = [
      JSON.stringify(payload, null, 1),
      text.replace('"id"', '"i\\u0064"'),
      text.replace('1790000000', '1.79e9'),
      text.replace('1790000000', '-1'),
      text.replace('1790000000', '-0'),
      text.replace('"limits":{"machines":3,"seats":5}', '"limits":{"seats":5,"machines":3}'),
      text.replace('"machines":3', '"7":3'),
      text.replace('["export","team"]', '["team","export"]'),
      text.replace('["export","team"]', '["team","team"]'),
      text.replace('"any"', '"other"'),
      text.replace('null', '"never"'),
      text.replace('{', '{"also":1,'),
      text.replace('"id":"lic_1",', ''),
      text.replace('"id":"lic_1",', '"id":"lic_0","id":"lic_1",'),
      text.replace('lic_1', 'lic_é'),
      text.replace('lic_1', 'l'.repeat(41)),
      `${text} `,
      '[]',
      'null',
      '',
      Buffer.from([0xff, 0xfe]),
    ]
    for (const other of others) assert.equal(readLicenseKey(keyOf(other)), undefined, String(other))
    assert.throws(() => signLicense({ ...payload, entitlements: Array(20).fill('a'.repeat(40)) }, pair.privateKey))
  })

  test('no text makes the parsers throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.base64String().map((text) => `HK1.${text}.${text}`),
        ),
        (text) => {
          assert.equal(readLicenseKey(text), undefined)
          const short = readShortKey(text)
          assert.ok(short === undefined || readShortKey(short) === short)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('Ed25519 signs as the vectors of RFC 8032 say', () => {
    for (const { secret, open, message, signature } of vectors) {
      const pkcs8 = Buffer.from(`302e020100300506032b657004220420${secret}`, 'hex')
      const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
      const publicKey = createPublicKey({
        key: Buffer.from(`302a300506032b6570032100${open}`, 'hex'),
        format: 'der',
        type: 'spki',
      })
      assert.deepEqual(createPublicKey(privateKey).export({ format: 'jwk' }), publicKey.export({ format: 'jwk' }))
      const bytes = Buffer.from(message, 'hex')
      assert.equal(sign(null, bytes, privateKey).toString('hex'), signature)
      assert.ok(verify(null, bytes, publicKey, Buffer.from(signature, 'hex')))
      assert.ok(!verify(null, Buffer.concat([bytes, Buffer.from([0])]), publicKey, Buffer.from(signature, 'hex')))
    }
  })
})

describe('revocation lists', () => {
  test('a list of 10,000 licenses has at most 100 kB, and has each of them and no other', () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `lic_${String(at).padStart(26, '0')}`)
    const text = revocationText(ids, { at: 1_800_000_000, workspace: 'org_01h455vb4pex5vsknk084sn02q' }, 'k1')
    const signature = sign(null, Buffer.from(text), pair.privateKey).toString('base64url')
    assert.ok(`${text}.${signature}`.length <= 100_000)
    assert.equal(
      ids.slice(0, 100).every((each) => isRevokedIn(text, each)),
      true,
    )
    assert.ok(!isRevokedIn(text, 'lic_none'))
    assert.ok(!isRevokedIn(text.replace('HR1', 'HR2'), ids[0] ?? ''))
  })
})

describe('short keys', () => {
  test('a short key is read as people type it', () => {
    for (let count = 0; count < 200; count += 1) {
      const key = newShortKey()
      assert.match(key, /^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/)
      const typed = key.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
      assert.equal(readShortKey(typed), key)
      assert.equal(readShortKey(key.replaceAll('-', '')), key)
    }
  })

  test('one wrong letter, and any two that are swapped, are noticed', () => {
    const key = newShortKey().replaceAll('-', '')
    const alphabet = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
    for (let at = 0; at < key.length; at += 1) {
      for (const letter of alphabet) {
        if (letter !== key[at]) assert.equal(readShortKey(key.slice(0, at) + letter + key.slice(at + 1)), undefined)
      }
      for (let other = at + 1; other < key.length; other += 1) {
        if (key[at] === key[other]) continue
        const letters = [...key]
        letters[at] = key[other] ?? ''
        letters[other] = key[at] ?? ''
        assert.equal(readShortKey(letters.join('')), undefined)
      }
    }
  })
})

/** Section 7.1 of RFC 8032: tests 1 to 3, and SHA(abc). */
const vectors = [
  {
    secret: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    open: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    secret: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    open: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    secret: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    open: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
  {
    secret: '833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42',
    open: 'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    message:
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    signature:
      'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  },
]
