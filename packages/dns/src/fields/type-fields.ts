import { DnsError } from '../dns-error.ts'
import { typeCode, typeName } from '../type-codes.ts'
import type { TextReader } from '../text-reader.ts'
import type { WireReader } from '../wire/wire-reader.ts'
import type { WireWriter } from '../wire/wire-writer.ts'
import type { Field } from './field.ts'

function parseType(text: TextReader, word: string): string {
  try {
    return typeName(typeCode(word))
  } catch (error) {
    return text.fail(error instanceof DnsError ? error.message : String(error))
  }
}

/** The name of a type. */
export const recordType: Field<string> = {
  parse: (text) => parseType(text, text.word()),
  print: (type) => type,
  read: (wire) => typeName(wire.uint16()),
  write: (wire, type) => wire.uint16(typeCode(type)),
}

/** The types that a name has (RFC 4034 section 4.1.2), by code. May be empty. */
export const recordTypeSet: Field<readonly string[]> = {
  parse(text) {
    const codes = new Set<number>()
    while (!text.isAtEnd) codes.add(typeCode(parseType(text, text.word())))
    return [...codes].toSorted((one, other) => one - other).map(typeName)
  },
  print: (types) => types.join(' '),
  read(wire) {
    const types: string[] = []
    let last = -1
    while (wire.remaining > 0) {
      const block = wire.uint8()
      if (block <= last) wire.fail('The blocks of types are not in order.')
      last = block
      readBlock(wire, block, types)
    }
    return types
  },
  write(wire, types) {
    const codes = types.map(typeCode).toSorted((one, other) => one - other)
    for (const block of new Set(codes.map((code) => code >> 8))) {
      writeBlock(
        wire,
        block,
        codes.filter((code) => code >> 8 === block),
      )
    }
  },
}

function readBlock(wire: WireReader, block: number, types: string[]): void {
  const bits = wire.take(wire.uint8())
  if (bits.length === 0 || bits.length > 32 || bits.at(-1) === 0) wire.fail('A block of types has a wrong length.')
  for (let bit = 0; bit < bits.length * 8; bit++) {
    if (((bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0) types.push(typeName(block * 256 + bit))
  }
}

/** @param codes of this block, in order, at least one */
function writeBlock(wire: WireWriter, block: number, codes: readonly number[]): void {
  const bits = Buffer.alloc((((codes.at(-1) ?? 0) & 0xff) >> 3) + 1)
  for (const code of codes) {
    const at = (code & 0xff) >> 3
    bits[at] = (bits[at] ?? 0) | (0x80 >> (code & 7))
  }
  wire.uint8(block)
  wire.uint8(bits.length)
  wire.write(bits)
}
