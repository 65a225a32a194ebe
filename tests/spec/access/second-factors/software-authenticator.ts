/**
 * A software authenticator: browser responses, written from the specification (WebAuthn Level 3, CBOR by hand), with a
 * switch for every response that must be refused.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** Faults of a response; none by default. */
export interface Faults {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly counter?: number
  readonly isUserVerified?: boolean
  readonly crossOrigin?: boolean
  readonly userHandle?: string | null
  readonly credentialId?: string
  /** Signs with an unknown key. */
  readonly isForged?: boolean
  /** The attestation that comes with a new passkey. */
  readonly attestation?: Buffer
}

/** Options from the server. */
export type Options = Readonly<Record<string, unknown>>

interface Credential {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly privateKey: KeyObject
  counter: number
}

export class SoftwareAuthenticator {
  readonly #origin: string
  readonly credentials: Credential[] = []
  /** Whether it counts its uses, as security keys do and synced passkeys do not. */
  counts = true

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Makes a passkey. */
  create(options: Options, faults: Faults = {}): Record<string, unknown> {
    const { rp, user, challenge } = options as { rp: { id: string }; user: { id: string }; challenge: string }
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = faults.credentialId ?? randomBytes(16).toString('base64url')
    const credential = { id, rpId: rp.id, userHandle: user.id, privateKey, counter: 0 }
    this.credentials.push(credential)
    const rawId = Buffer.from(id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(rawId.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(publicKey)])
    const data = authenticatorData({ rpId: rp.id, counter: 0, isMaking: true, ...faults }, attested)
    const none = Buffer.concat([Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])])
    const object = faults.attestation ?? Buffer.concat([none, text('authData'), bytes(data)])
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, faults).toString('base64url'),
        attestationObject: object.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs with a passkey: the one that is named, or the last one. */
  get(options: Options, faults: Faults = {}): Record<string, unknown> {
    const {
      challenge,
      rpId,
      allowCredentials = [],
    } = options as {
      challenge: string
      rpId: string
      allowCredentials?: readonly { id: string }[]
    }
    const named = this.credentials.find(({ id }) => allowCredentials.some((allowed) => allowed.id === id))
    const credential = named ?? this.credentials.at(-1)
    if (credential === undefined) throw new Error('This authenticator has no passkey.')
    if (this.counts) credential.counter += 1
    const data = authenticatorData({ rpId, counter: credential.counter, ...faults })
    const clientData = this.#clientData('webauthn.get', challenge, faults)
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    const key =
      faults.isForged === true ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : credential.privateKey
    const { userHandle = credential.userHandle } = faults
    const id = faults.credentialId ?? credential.id
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, key).toString('base64url'),
        ...(userHandle !== null && { userHandle }),
      },
    }
  }

  #clientData(type: string, challenge: string, faults: Faults): Buffer {
    const { origin = this.#origin, crossOrigin = false } = faults
    return Buffer.from(
      JSON.stringify({ type: faults.type ?? type, challenge: faults.challenge ?? challenge, origin, crossOrigin }),
    )
  }
}

interface DataFacts extends Faults {
  readonly rpId: string
  readonly counter: number
  readonly isMaking?: boolean
}

/** §6.1: the hash of the relying party, flags, the counter, and the credential that was made. */
function authenticatorData(facts: DataFacts, attested: Buffer = Buffer.alloc(0)): Buffer {
  const { rpId, counter, isMaking = false, isUserVerified = true } = facts
  const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (isMaking ? 0x40 : 0)
  const head = Buffer.alloc(5)
  head.writeUInt8(flags, 0)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), head, attested])
}

/** A P-256 key in COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  const point = (part: string) => bytes(Buffer.from(part, 'base64url'))
  return Buffer.concat([head, point(x), Buffer.from([0x22]), point(y)])
}

function text(value: string): Buffer {
  return Buffer.concat([cborHead(0x60, value.length), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([cborHead(0x40, value.length), value])
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([major + length])
  return length < 256 ? Buffer.from([major + 24, length]) : Buffer.from([major + 25, length >> 8, length & 0xff])
}

/** An attestation with certificates, which the server didn't request: {fmt, attStmt: {x5c: []...}, authData}. */
export function certifiedAttestation(format: string): Buffer {
  const statement = Buffer.concat([
    Buffer.from([0xa1]),
    text('x5c'),
    Buffer.from([0x81]),
    bytes(Buffer.from('certificate')),
  ])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text(format),
    text('attStmt'),
    statement,
    text('authData'),
    bytes(Buffer.alloc(200)),
  ])
}
