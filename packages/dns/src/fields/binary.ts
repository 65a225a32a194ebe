import { DnsError } from '../dns-error.ts'
import type { TextReader } from '../text-reader.ts'
import type { Field } from './field.ts'

/** The bytes of hexadecimal digits; `undefined` for other text. */
export function parseHex(text: string): Buffer | undefined {
  return text.length % 2 === 0 && /^[\da-f]*$/i.test(text) ? Buffer.from(text, 'hex') : undefined
}

/** The bytes of padded base64; `undefined` for other text. */
export function parseBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Bytes up to the end of the record, in words that spaces may split. */
function remainingBytes(
  name: string,
  parse: (text: string) => Buffer | undefined,
  print: (bytes: Uint8Array) => string,
): Field<Uint8Array> {
  return {
    parse(text) {
      const bytes = parse(text.words().join(''))
      return bytes === undefined || bytes.length === 0 ? text.fail(`The value is not ${name}.`) : bytes
    },
    print,
    read: (wire) => (wire.remaining === 0 ? wire.fail('The data ends too early.') : wire.rest()),
    write(wire, bytes) {
      if (bytes.length === 0) throw new DnsError('invalid_data', 'The value is empty.')
      wire.write(bytes)
    },
  }
}

export const hex = remainingBytes('hexadecimal', parseHex, (bytes) => Buffer.from(bytes).toString('hex'))
export const base64 = remainingBytes('base64', parseBase64, base64Of)

/** Bytes behind their length in two bytes; in text the length, then base64 where it is not 0. */
export const countedBytes: Field<Uint8Array> = {
  parse(text) {
    const length = Number(text.word())
    const bytes = length === 0 ? Buffer.alloc(0) : parsedBase64(text)
    return bytes.length === length ? bytes : text.fail('The length does not match the bytes.')
  },
  print: (bytes) => (bytes.length === 0 ? '0' : `${bytes.length} ${base64Of(bytes)}`),
  read: (wire) => wire.take(wire.uint16()),
  write(wire, bytes) {
    wire.uint16(bytes.length)
    wire.write(bytes)
  },
}

function parsedBase64(text: TextReader): Buffer {
  return parseBase64(text.word()) ?? text.fail('The value is not base64.')
}
