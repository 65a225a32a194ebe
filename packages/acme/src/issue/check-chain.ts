import { X509Certificate, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { badAnswer } from '../answers/answer-fields.ts'

/** What a chain must be for. */
export interface WantedChain {
  readonly privateKey: KeyObject
  readonly names: readonly string[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Facts of a certificate that was issued. */
export interface IssuedChain {
  /** The certificates as PEM, the first one's issuers after it. */
  readonly chain: string
  /** Milliseconds since 1970. */
  readonly notBefore: number
  readonly notAfter: number
  /** In hexadecimal. */
  readonly serial: string
  /** The name of its issuer. */
  readonly issuer: string
}

const longestChain = 10

/**
 * Checks a chain as it was downloaded: the first certificate has our key, every name, and is not expired. Whether clients
 * trust its issuer is not known here.
 *
 * @throws {AcmeError} `bad_answer`
 */
export function checkChain(pem: string, { privateKey, names, now }: WantedChain): IssuedChain {
  const certificates = readCertificates(pem)
  const [first] = certificates
  if (first === undefined) throw badAnswer('it has no certificate')
  if (!first.checkPrivateKey(privateKey)) throw badAnswer('its certificate has another key')
  const missing = names.find((name) => !isNamed(first, name))
  if (missing !== undefined) throw badAnswer(`its certificate is not for "${missing}"`)
  const notAfter = first.validToDate.getTime()
  if (!(notAfter > now)) throw badAnswer('its certificate has expired')
  return {
    chain: certificates.map(String).join(''),
    notBefore: first.validFromDate.getTime(),
    notAfter,
    serial: first.serialNumber.toLowerCase(),
    issuer: first.issuer.replaceAll('\n', ', ').slice(0, 500),
  }
}

function readCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length > longestChain) throw badAnswer('its chain is too long')
  try {
    return blocks.map((block) => new X509Certificate(block))
  } catch {
    throw badAnswer('a certificate is malformed')
  }
}

/** A wildcard must be there as one; it isn't for itself. */
function isNamed(certificate: X509Certificate, name: string): boolean {
  if (isIP(name) !== 0) return certificate.checkIP(name) !== undefined
  if (!name.startsWith('*.')) return certificate.checkHost(name, { subject: 'never' }) !== undefined
  return (certificate.subjectAltName ?? '').toLowerCase().split(', ').includes(`dns:${name}`)
}
