/** X.509 certificates for a laboratory, written out by hand so that no key has to lie in the repository. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** A certificate and its key. */
export interface Certified {
  readonly name: string
  readonly cert: string
  readonly key: KeyObject
}

/** Certificates are valid from before the moment at which the clock of a test host stands until a day after it, or after now. */
const firstMoment = Date.UTC(2026, 0, 1)
const lastMoment = Math.max(Date.UTC(2026, 5, 10), Date.now()) + 2 * 86_400_000

/**
 * Makes an authority that signs for itself, or with `issuer` a server's certificate for one DNS name or IPv4 address.
 * @since 1.0.0
 */
export function certify(name: string, issuer?: Certified): Certified {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = sequence(
    der(0xa0, integer(2)),
    integer(issuer === undefined ? 1 : 2),
    ecdsaWithSha256,
    distinguishedName(issuer?.name ?? name),
    sequence(time(firstMoment), time(lastMoment)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(issuer === undefined ? authorityConstraint : alternativeName(name))),
  )
  const signature = sign('sha256', body, issuer?.key ?? privateKey)
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    name,
    key: privateKey,
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----\n'].join('\n'),
  }
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const header = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(header), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts)
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]))
}

function identifier(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function distinguishedName(name: string): Buffer {
  return sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(name)))))
}

function time(moment: number): Buffer {
  const digits = new Date(moment).toISOString().replaceAll(/\D/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))
const yes = der(0x01, Buffer.from([0xff]))
const authorityConstraint = sequence(identifier('551d13'), yes, der(0x04, sequence(yes)))

function alternativeName(name: string): Buffer {
  const subject = isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name))
  return sequence(identifier('551d11'), der(0x04, sequence(subject)))
}
