/**
 * Values of ASN.1 in DER (X.690): the few kinds that certificates and requests are made of. Each function returns the
 * whole encoding: tag, length and content.
 */
export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** A tag of a context, such as `[0]`. Its bit 0x20 says that the content is values. */
export function contextTag(number: number, kind: 'primitive' | 'constructed'): number {
  return (kind === 'constructed' ? 0xa0 : 0x80) | number
}

/** Any value by its tag. */
export function derValue(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const length = content.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return Buffer.concat([Buffer.from([tag]), lengthOctets(length), ...content])
}

export function sequence(...values: readonly Uint8Array[]): Buffer {
  return derValue(derTags.sequence, ...values)
}

export function set(...values: readonly Uint8Array[]): Buffer {
  return derValue(derTags.set, ...values)
}

/** @param magnitude an unsigned number, the highest byte first; zeros before it are left out */
export function integer(magnitude: Uint8Array | number): Buffer {
  const bytes = typeof magnitude === 'number' ? Buffer.from([magnitude]) : magnitude
  const first = bytes.findIndex((byte) => byte !== 0)
  const shortest = first === -1 ? Buffer.from([0]) : bytes.subarray(first)
  const isNegative = (shortest[0] ?? 0) >= 0x80
  return derValue(derTags.integer, ...(isNegative ? [Buffer.from([0])] : []), shortest)
}

export function octetString(bytes: Uint8Array): Buffer {
  return derValue(derTags.octetString, bytes)
}

/** Of whole bytes. */
export function bitString(bytes: Uint8Array): Buffer {
  return derValue(derTags.bitString, Buffer.from([0]), bytes)
}

export function utf8String(text: string): Buffer {
  return derValue(derTags.utf8String, Buffer.from(text, 'utf8'))
}

/** DER has a value only where it differs from the default, which is false everywhere here. */
export function trueValue(): Buffer {
  return derValue(derTags.boolean, Buffer.from([0xff]))
}

/** @param dotted such as `2.5.29.17` */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return derValue(derTags.objectIdentifier, Buffer.from([first * 40 + second, ...rest].flatMap(base128)))
}

/** A time of a certificate: two digits of the year until 2049, four from then on (RFC 5280, section 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  if (date.getUTCFullYear() < 2050) return derValue(derTags.utcTime, Buffer.from(digits.slice(2), 'ascii'))
  return derValue(derTags.generalizedTime, Buffer.from(digits, 'ascii'))
}

/** Seven bits a byte; all but the last have bit 0x80. */
function base128(number: number): number[] {
  const bytes = [number % 128]
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) | 0x80)
  return bytes
}

function lengthOctets(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.from([0x80 | bytes.length, ...bytes])
}
