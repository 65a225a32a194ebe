import { DnsError } from './dns-error.ts'
import { parseHex } from './fields/binary.ts'
import { numberOf } from './fields/numbers.ts'
import { fieldList, type FieldsOf, type FieldValues, type KnownType, type NamedField } from './record-types.ts'
import { TextReader } from './text-reader.ts'
import { normalizeType } from './type-codes.ts'
import { largestMessage, WireWriter } from './wire/wire-writer.ts'
import { WireReader } from './wire/wire-reader.ts'

/** The bytes of a record's data, uncompressed. @throws {DnsError} */
export function encodeData(type: string, text: string): Uint8Array {
  const writer = new WireWriter(64, false)
  writeData(writer, type, text)
  return withinLimit(writer.written)
}

/** The canonical text of a record's data. @throws {DnsError} */
export function decodeData(type: string, bytes: Uint8Array): string {
  return readData(new WireReader(bytes, false), type)
}

/**
 * The canonical text of data as people and zone files write it: names absolute, hexadecimal in lower case, IPv6 by
 * RFC 5952, text in quotes and in pieces of at most 255 bytes.
 * @param origin the name below which relative names are; without one they are refused
 * @throws {DnsError}
 */
export function normalizeData(type: string, text: string, origin?: string): string {
  const fields = fieldList(normalizeType(type))
  const reader = new TextReader(text, origin)
  if (reader.peek()?.text === '\\#' || fields === undefined) return decodeData(type, parseUnknown(reader))
  return printFields(parseFields(fields, reader))
}

/** The values of data by field, such as `preference` of an MX record. @throws {DnsError} */
export function fieldsOf<Type extends KnownType>(type: Type, text: string): FieldsOf<Type>
export function fieldsOf(type: string, text: string): FieldValues
export function fieldsOf(type: string, text: string): FieldValues {
  return decodeFields(type, encodeData(type, text))
}

/** The values of data by field. A type without fields has one, `bytes`. @throws {DnsError} */
export function decodeFields<Type extends KnownType>(type: Type, bytes: Uint8Array): FieldsOf<Type>
export function decodeFields(type: string, bytes: Uint8Array): FieldValues
export function decodeFields(type: string, bytes: Uint8Array): FieldValues {
  const fields = fieldList(normalizeType(type))
  if (fields === undefined) return { bytes }
  return Object.fromEntries(readFields(fields, new WireReader(bytes, false)).map(({ name, value }) => [name, value]))
}

/** The bytes of values by field. @throws {DnsError} */
export function encodeFields<Type extends KnownType>(type: Type, values: FieldsOf<Type>): Uint8Array {
  const writer = new WireWriter(64, false)
  const given: FieldValues = values
  for (const [name, field] of fieldList(type) ?? []) field.write(writer, given[name])
  return withinLimit(writer.written)
}

/** Reads up to the end of the reader. */
export function readData(reader: WireReader, type: string): string {
  const fields = fieldList(type) ?? fieldList(normalizeType(type))
  if (fields !== undefined) return printFields(readFields(fields, reader))
  const bytes = reader.rest()
  return bytes.length === 0 ? '\\# 0' : `\\# ${bytes.length} ${bytes.toString('hex')}`
}

/** Writes data that is text. */
export function writeData(writer: WireWriter, type: string, text: string): void {
  const fields = fieldList(type) ?? fieldList(normalizeType(type))
  const reader = new TextReader(text)
  if (fields === undefined) return writer.write(parseUnknown(reader))
  if (reader.peek()?.text !== '\\#') {
    for (const { field, value } of parseFields(fields, reader)) field.write(writer, value)
    return
  }
  const bytes = parseUnknown(reader)
  readFields(fields, new WireReader(bytes, false))
  writer.write(bytes)
}

interface FieldValue {
  readonly name: string
  readonly field: NamedField[1]
  readonly value: unknown
}

function readFields(fields: readonly NamedField[], reader: WireReader): FieldValue[] {
  const values = fields.map(([name, field]) => {
    reader.field = name
    return { name, field, value: field.read(reader) }
  })
  if (reader.remaining > 0) reader.fail('There are bytes behind the last value.')
  return values
}

function parseFields(fields: readonly NamedField[], reader: TextReader): FieldValue[] {
  const values = fields.map(([name, field]) => {
    reader.field = name
    return { name, field, value: field.parse(reader) }
  })
  if (!reader.isAtEnd) reader.fail(`There is more text behind the last value: ${JSON.stringify(reader.token().text)}.`)
  return values
}

function printFields(values: readonly FieldValue[]): string {
  return values
    .map(({ field, value }) => field.print(value))
    .filter((text) => text !== '')
    .join(' ')
}

/** `\# 4 c0000201`, the form of RFC 3597 that every type has. */
function parseUnknown(reader: TextReader): Uint8Array {
  if (reader.token().text !== '\\#') {
    return reader.fail('Write the data of this type as \\#, its length, and hexadecimal.')
  }
  const length = numberOf(reader.word(), largestMessage)
  const bytes = parseHex(reader.isAtEnd ? '' : reader.words().join(''))
  if (bytes === undefined) return reader.fail('The data is not hexadecimal.')
  return bytes.length === length ? bytes : reader.fail('The length does not match the data.')
}

function withinLimit(bytes: Uint8Array): Uint8Array {
  if (bytes.length > largestMessage) throw new DnsError('too_large', 'The data has more than 65,535 bytes.')
  return bytes
}
