import { X509Certificate } from 'node:crypto'
import { readOne, readValues, type DerNode } from './der-reader.ts'
import { contextTag, derTags, objectIdentifier } from './der-values.ts'
import { extensionIds } from './extensions.ts'

/**
 * How an authority knows a certificate in answers about its renewal (RFC 9773, section 4.1): its issuer's key and its number.
 *
 * @param pem the certificate, or a chain that begins with it
 * @returns `undefined` for one that doesn't name its issuer's key, such as a self-signed one
 * @throws Error of `node:crypto`, or RangeError, for a text that is not a certificate
 */
export function certificateIdentity(pem: string): string | undefined {
  const certificate = readOne(new X509Certificate(pem).raw)
  const [toBeSigned] = readValues(certificate.content)
  if (toBeSigned === undefined) return undefined
  const fields = readValues(toBeSigned.content)
  const serial = fields.find(({ tag }) => tag === derTags.integer)
  const issuerKey = authorityKeyIdentifier(fields)
  if (serial === undefined || issuerKey === undefined) return undefined
  return `${issuerKey.toString('base64url')}.${serial.content.toString('base64url')}`
}

function authorityKeyIdentifier(fields: readonly DerNode[]): Buffer | undefined {
  const wrapped = fields.find(({ tag }) => tag === contextTag(3, 'constructed'))
  if (wrapped === undefined) return undefined
  const wanted = objectIdentifier(extensionIds.authorityKeyIdentifier)
  for (const { content } of readValues(readOne(wrapped.content).content)) {
    const [id, ...rest] = readValues(content)
    const value = rest.at(-1)
    if (id === undefined || value === undefined || !id.whole.equals(wanted)) continue
    const members = readValues(readOne(value.content).content)
    return members.find(({ tag }) => tag === contextTag(0, 'primitive'))?.content
  }
  return undefined
}
