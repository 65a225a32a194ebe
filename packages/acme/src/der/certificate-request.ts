import type { KeyObject } from 'node:crypto'
import { contextTag, derValue, integer, objectIdentifier, sequence, set } from './der-values.ts'
import { subjectAlternativeName } from './extensions.ts'
import { signedStructure, subjectPublicKeyInfo } from './signed-structure.ts'

const extensionRequest = '1.2.840.113549.1.9.14'

/**
 * A request for a certificate (PKCS #10, RFC 2986) in DER. Its subject is empty: authorities read the names alone.
 *
 * @param names DNS names in ASCII, wildcards included, or IP addresses
 * @param privateKey on P-256
 * @throws {RangeError} for a name or a key that can't be in a certificate
 * @example createCertificateRequest(['example.com', '*.example.com'], createCertificateKey())
 */
export function createCertificateRequest(names: readonly string[], privateKey: KeyObject): Buffer {
  const extensions = sequence(subjectAlternativeName(names, true))
  const attribute = sequence(objectIdentifier(extensionRequest), set(extensions))
  const emptySubject = sequence()
  const info = sequence(
    integer(0),
    emptySubject,
    subjectPublicKeyInfo(privateKey),
    derValue(contextTag(0, 'constructed'), attribute),
  )
  return signedStructure(info, privateKey)
}
