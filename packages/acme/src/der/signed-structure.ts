import { createPublicKey, sign, type KeyObject } from 'node:crypto'
import { bitString, objectIdentifier, sequence } from './der-values.ts'

const ecdsaWithSha256 = '1.2.840.10045.4.3.2'

/** How signatures here are made: ECDSA with SHA-256 (RFC 5758, section 3.2). */
export function signatureAlgorithm(): Buffer {
  return sequence(objectIdentifier(ecdsaWithSha256))
}

/** The public half of a private key, as certificates have it. */
export function subjectPublicKeyInfo(privateKey: KeyObject): Buffer {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
}

/**
 * A structure with its signature: the outermost form of certificates and of requests.
 *
 * @throws {RangeError} for a key on another curve than P-256
 */
export function signedStructure(structure: Uint8Array, privateKey: KeyObject): Buffer {
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new RangeError('the key is not on P-256')
  return sequence(structure, signatureAlgorithm(), bitString(sign('sha256', structure, privateKey)))
}

/** @param label such as `CERTIFICATE` */
export function toPem(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
