/** A certificate and its key as an authority issued them, checked before they are stored or used. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { PemPair } from './certificate-files.ts'

/** Facts of a certificate that may be shown. Times in milliseconds since 1970. */
export interface CertificateFacts {
  readonly serial: string
  readonly issuer: string
  readonly notBefore: number
  readonly notAfter: number
}

/** Characters of a chain that is stored. */
const longestChain = 65_536
const longestIssuer = 500

/** @throws Error for a text that is not a certificate */
export function readFacts(cert: string): CertificateFacts {
  const leaf = new X509Certificate(cert)
  return Object.freeze<CertificateFacts>({
    serial: leaf.serialNumber,
    issuer: issuerName(leaf),
    notBefore: Date.parse(leaf.validFrom),
    notAfter: Date.parse(leaf.validTo),
  })
}

/** Whether a certificate is for a host. @param pattern exact, or `*.` and a name */
export function coversHost(cert: X509Certificate, pattern: string): boolean {
  const isWildcard = pattern.startsWith('*.')
  // A name that no certificate lists by itself stands for all that a wildcard is for.
  const name = isWildcard ? `any-name${pattern.slice(1)}` : pattern
  return cert.checkHost(name) !== undefined
}

/** The facts of a pair. @throws Error for a pair that is not one, or is not for the host */
export function checkIssued(host: string, { cert, key }: PemPair): CertificateFacts {
  if (cert.length > longestChain) throw new Error(`the certificate chain is longer than ${longestChain} characters`)
  const leaf = new X509Certificate(cert)
  if (!leaf.checkPrivateKey(createPrivateKey(key))) throw new Error('the certificate has another key')
  if (!coversHost(leaf, host)) throw new Error(`the certificate is not for ${host}`)
  return readFacts(cert)
}

/** The organization of an issuer with its common name, such as `Let's Encrypt E7`. */
function issuerName({ issuer }: X509Certificate): string {
  const part = (name: string): string => new RegExp(`^${name}=(?<value>.*)$`, 'm').exec(issuer)?.groups?.['value'] ?? ''
  const name = `${part('O')} ${part('CN')}`.trim()
  return (name === '' ? issuer.replaceAll('\n', ', ') : name).slice(0, longestIssuer)
}
