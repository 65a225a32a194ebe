import { DnsError } from '../dns-error.ts'
import { quoteBytes, unescapeBytes } from '../escapes.ts'
import type { TextReader, Token } from '../text-reader.ts'
import type { WireWriter } from '../wire/wire-writer.ts'
import type { Field } from './field.ts'

const longestString = 255

function bytesOf(text: TextReader, token: Token): Buffer {
  return (
    unescapeBytes(token.text) ?? text.fail('An escape is invalid. Write \\ and a character, or \\ and three digits.')
  )
}

function writeString(wire: WireWriter, bytes: Uint8Array): void {
  if (bytes.length > longestString) throw new DnsError('invalid_data', 'The text has more than 255 bytes.')
  wire.uint8(bytes.length)
  wire.write(bytes)
}

/** Text of at most 255 bytes. */
export const characterString: Field<Uint8Array> = {
  parse(text) {
    const bytes = bytesOf(text, text.token())
    return bytes.length > longestString ? text.fail('The text has more than 255 bytes.') : bytes
  },
  print: quoteBytes,
  read: (wire) => wire.take(wire.uint8()),
  write: writeString,
}

/** One or more texts up to the end of the record. Longer ones are split into texts of 255 bytes, as TXT records need. */
export const characterStrings: Field<readonly Uint8Array[]> = {
  parse(text) {
    const strings = chunksOf(bytesOf(text, text.token()))
    while (!text.isAtEnd) strings.push(...chunksOf(bytesOf(text, text.token())))
    return strings
  },
  print: (strings) => strings.map(quoteBytes).join(' '),
  read(wire) {
    const strings = [wire.take(wire.uint8())]
    while (wire.remaining > 0) strings.push(wire.take(wire.uint8()))
    return strings
  },
  write(wire, strings) {
    if (strings.length === 0) throw new DnsError('invalid_data', 'At least one text is needed.')
    for (const bytes of strings) writeString(wire, bytes)
  },
}

function chunksOf(bytes: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(bytes.length / longestString))
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * longestString, (index + 1) * longestString))
}

/** Text up to the end of the record, of any length (RFC 8659 section 4.1.1). */
export const remainingText: Field<Uint8Array> = {
  parse: (text) => bytesOf(text, text.token()),
  print: quoteBytes,
  read: (wire) => wire.rest(),
  write: (wire, bytes) => wire.write(bytes),
}

/** The tag of a CAA property: ASCII letters and digits. */
export const propertyTag: Field<string> = {
  parse(text) {
    const tag = text.word()
    return isTag(tag) ? tag : text.fail(`${JSON.stringify(tag)} is not a tag. Use letters and digits.`)
  },
  print: (tag) => tag,
  read(wire) {
    const tag = wire.take(wire.uint8()).toString('latin1')
    return isTag(tag) ? tag : wire.fail('A tag has other bytes than letters and digits.')
  },
  write(wire, tag) {
    if (!isTag(tag)) throw new DnsError('invalid_data', `${JSON.stringify(tag)} is not a tag. Use letters and digits.`)
    writeString(wire, Buffer.from(tag, 'latin1'))
  },
}

function isTag(text: string): boolean {
  return /^[a-z0-9]{1,255}$/i.test(text)
}
