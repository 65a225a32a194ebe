import fc, { type Arbitrary } from 'fast-check'
import { ipv4, ipv6, parseIpv4, parseIpv6, printIpv4, printIpv6 } from '../fields/addresses.ts'
import { base64, countedBytes, hex } from '../fields/binary.ts'
import { characterString, characterStrings, propertyTag, remainingText } from '../fields/character-strings.ts'
import { compressedName, domainName, onceCompressedName } from '../fields/domain-names.ts'
import type { Field } from '../fields/field.ts'
import { algorithm, seconds, uint16, uint32, uint48, uint8 } from '../fields/numbers.ts'
import { serviceParameters, type ServiceParameter } from '../fields/service-parameters.ts'
import { moment } from '../fields/times.ts'
import { recordType, recordTypeSet } from '../fields/type-fields.ts'
import { decodeName } from '../names.ts'
import { fieldList, type FieldValues } from '../record-types.ts'
import { typeCode, typeName } from '../type-codes.ts'

/** Values of every kind of field, and so of every type of the table. */

const bytes = (minLength: number, maxLength: number): Arbitrary<Buffer> =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array))

const commonLabels = fc
  .constantFrom('www', '_dmarc', '*', 'EXAMPLE', 'com', 'a.b', 'x y', '\\', '\u00ff"')
  .map((text) => Buffer.from(text, 'latin1'))

/** Normal names up to the longest, of any bytes. */
export const names: Arbitrary<string> = fc
  .array(fc.oneof(commonLabels, bytes(1, 63)), { maxLength: 8 })
  .map((labels) => {
    let wire = Buffer.alloc(0)
    for (const label of labels) {
      if (wire.length + label.length + 2 <= 255) wire = Buffer.concat([wire, Buffer.of(label.length), label])
    }
    return decodeName(Buffer.concat([wire, Buffer.of(0)]))
  })

const number = (max: number): Arbitrary<number> => fc.oneof(fc.constantFrom(0, max), fc.integer({ min: 0, max }))

const printable = fc.string({ unit: 'binary-ascii', maxLength: 255 }).map((text) => Buffer.from(text, 'latin1'))
const strings = fc.oneof(printable, bytes(0, 255))

const typeNames = fc.integer({ min: 0, max: 0xffff }).map(typeName)
const sortedTypes = fc
  .uniqueArray(typeNames, { maxLength: 12 })
  .map((types) => types.toSorted((one, other) => typeCode(one) - typeCode(other)))

const commonIds = fc.constantFrom('h2', 'h3', 'http/1.1', 'f\\oo,bar').map((text) => Buffer.from(text))
const alpn = fc
  .array(fc.oneof(commonIds, bytes(1, 20)), { minLength: 1, maxLength: 4 })
  .map((ids) => Buffer.concat(ids.flatMap((id) => [Buffer.of(id.length), id])))
const groups = (size: number): Arbitrary<Buffer> =>
  fc.array(bytes(size, size), { minLength: 1, maxLength: 3 }).map((all) => Buffer.concat(all))
const nothing = fc.constant(Buffer.alloc(0))

const parameterValues: Readonly<Record<string, Arbitrary<Buffer>>> = {
  1: alpn,
  2: nothing,
  3: bytes(2, 2),
  4: groups(4),
  5: bytes(1, 60),
  6: groups(16),
  7: fc.webPath().map((path) => Buffer.from(`/${path}{?dns}`)),
  8: nothing,
}
const parameter: Arbitrary<ServiceParameter> = fc
  .oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 0xfffe }))
  .chain((key) => (parameterValues[key] ?? bytes(0, 60)).map((value) => ({ key, value })))

/** Consistent sets: `alpn` beside `no-default-alpn`, and what `mandatory` lists. */
const parameters: Arbitrary<readonly ServiceParameter[]> = fc
  .tuple(fc.uniqueArray(parameter, { selector: ({ key }) => key, maxLength: 6 }), fc.boolean())
  .map(([list, isMandatory]) => {
    const hasAlpn = list.some(({ key }) => key === 1)
    const sorted = list.filter(({ key }) => key !== 2 || hasAlpn).toSorted((one, other) => one.key - other.key)
    if (!isMandatory || sorted.length === 0) return sorted
    const listed = Buffer.concat(sorted.map(({ key }) => Buffer.of(key >> 8, key & 0xff)))
    return [{ key: 0, value: listed }, ...sorted]
  })

const arbitraries: ReadonlyMap<Field<unknown>, Arbitrary<unknown>> = new Map<Field<unknown>, Arbitrary<unknown>>([
  [ipv4, fc.ipV4().map((text) => printIpv4(parseIpv4(text)))],
  [ipv6, fc.ipV6().map((text) => printIpv6(parseIpv6(text)))],
  [base64, bytes(1, 300)],
  [hex, bytes(1, 64)],
  [countedBytes, bytes(0, 64)],
  [characterString, strings],
  [characterStrings, fc.array(strings, { minLength: 1, maxLength: 5 })],
  [remainingText, bytes(0, 400)],
  [propertyTag, fc.stringMatching(/^[a-zA-Z0-9]{1,15}$/)],
  [compressedName, names],
  [onceCompressedName, names],
  [domainName, names],
  [uint8, number(0xff)],
  [algorithm, number(0xff)],
  [uint16, number(0xffff)],
  [uint32, number(0xffff_ffff)],
  [seconds, number(0xffff_ffff)],
  [moment, number(0xffff_ffff)],
  [uint48, number(0xffff_ffff_ffff)],
  [recordType, typeNames],
  [recordTypeSet, sortedTypes],
  [serviceParameters, parameters],
])

/** Values by field of a type of the table. @throws for a field without an entry above */
export function valuesOf(type: string): Arbitrary<FieldValues> {
  const fields = fieldList(type)
  if (fields === undefined) throw new Error(`${type} is not in the table of types`)
  const model = fields.map(([name, field]): [string, Arbitrary<unknown>] => {
    const arbitrary = arbitraries.get(field)
    if (arbitrary === undefined) throw new Error(`${type}.${name} has no arbitrary`)
    return [name, arbitrary]
  })
  return fc.record(Object.fromEntries(model), { noNullPrototype: true })
}
