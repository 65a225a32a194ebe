import { isIP, SocketAddress } from 'node:net'
import { contextTag, derTags, derValue, objectIdentifier, octetString, sequence, trueValue } from './der-values.ts'

/** Identifiers of the extensions that are written or read here. */
export const extensionIds = {
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  /** RFC 8737, section 6.1 */
  acmeIdentifier: '1.3.6.1.5.5.7.1.31',
} as const

const serverAuthentication = '1.3.6.1.5.5.7.3.1'

/** @param value the encoded value of the extension */
export function extension(id: string, value: Uint8Array, isCritical = false): Buffer {
  return sequence(objectIdentifier(id), ...(isCritical ? [trueValue()] : []), octetString(value))
}

/**
 * The names that a certificate is for.
 *
 * @param names DNS names in ASCII without a trailing dot, wildcards included, or IP addresses
 * @param isCritical as it must be beside an empty subject (RFC 5280, section 4.2.1.6)
 * @throws {RangeError} for a name that is not in ASCII, or none
 */
export function subjectAlternativeName(names: readonly string[], isCritical = false): Buffer {
  if (names.length === 0) throw new RangeError('a certificate needs a name')
  return extension(extensionIds.subjectAlternativeName, sequence(...names.map(generalName)), isCritical)
}

/** Signatures only, for servers, and no certificates of others: the usual three of a server's own certificate. */
export function serverExtensions(): Buffer[] {
  const digitalSignature = derValue(derTags.bitString, Buffer.from([7, 0x80]))
  return [
    extension(extensionIds.basicConstraints, sequence(), true),
    extension(extensionIds.keyUsage, digitalSignature, true),
    extension(extensionIds.extendedKeyUsage, sequence(objectIdentifier(serverAuthentication))),
  ]
}

function generalName(name: string): Buffer {
  if (isIP(name) !== 0) return derValue(contextTag(7, 'primitive'), addressBytes(name))
  if (!/^[\x21-\x7e]{1,253}$/.test(name)) throw new RangeError('a name of a certificate is ASCII')
  return derValue(contextTag(2, 'primitive'), Buffer.from(name, 'ascii'))
}

/** 4 or 16 bytes. */
function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail] = new SocketAddress({ address, family: 'ipv6' }).address.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  return Buffer.from([...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff]))
}

/** Groups of 16 bits; the last two may be an IPv4 address. */
function groupsOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [(a << 8) | b, (c << 8) | d]
  })
}
