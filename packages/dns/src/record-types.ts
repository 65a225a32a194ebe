import { ipv4, ipv6 } from './fields/addresses.ts'
import { base64, countedBytes, hex } from './fields/binary.ts'
import { characterString, characterStrings, propertyTag, remainingText } from './fields/character-strings.ts'
import { compressedName, domainName, onceCompressedName } from './fields/domain-names.ts'
import type { Field } from './fields/field.ts'
import { algorithm, seconds, uint16, uint32, uint48, uint8 } from './fields/numbers.ts'
import { serviceParameters } from './fields/service-parameters.ts'
import { moment } from './fields/times.ts'
import { recordType, recordTypeSet } from './fields/type-fields.ts'

/** The fields of one type, in the order of both its text and its bytes. */
export type Fields = Readonly<Record<string, Field<unknown>>>

const service = { priority: uint16, target: domainName, parameters: serviceParameters }

/** The data of each type: the one place that knows it. Text, bytes, values and tests follow from the fields. */
export const recordTypes = {
  A: { address: ipv4 },
  NS: { target: compressedName },
  CNAME: { target: compressedName },
  SOA: {
    primary: compressedName,
    mailbox: compressedName,
    serial: uint32,
    refresh: seconds,
    retry: seconds,
    expire: seconds,
    minimum: seconds,
  },
  PTR: { target: compressedName },
  MX: { preference: uint16, exchange: compressedName },
  TXT: { strings: characterStrings },
  AAAA: { address: ipv6 },
  SRV: { priority: uint16, weight: uint16, port: uint16, target: onceCompressedName },
  NAPTR: {
    order: uint16,
    preference: uint16,
    flags: characterString,
    services: characterString,
    regexp: characterString,
    replacement: onceCompressedName,
  },
  DNAME: { target: domainName },
  DS: { keyTag: uint16, algorithm, digestType: uint8, digest: hex },
  SSHFP: { algorithm: uint8, fingerprintType: uint8, fingerprint: hex },
  RRSIG: {
    typeCovered: recordType,
    algorithm,
    labels: uint8,
    originalTtl: seconds,
    expiration: moment,
    inception: moment,
    keyTag: uint16,
    signer: domainName,
    signature: base64,
  },
  NSEC: { next: domainName, types: recordTypeSet },
  DNSKEY: { flags: uint16, protocol: uint8, algorithm, publicKey: base64 },
  TLSA: { usage: uint8, selector: uint8, matchingType: uint8, association: hex },
  SVCB: service,
  HTTPS: service,
  TSIG: {
    algorithm: domainName,
    time: uint48,
    fudge: uint16,
    mac: countedBytes,
    originalId: uint16,
    error: uint16,
    other: countedBytes,
  },
  CAA: { flags: uint8, tag: propertyTag, value: remainingText },
} as const satisfies Readonly<Record<string, Fields>>

/** A type whose fields are known. */
export type KnownType = keyof typeof recordTypes

type ValueOf<Kind> = Kind extends Field<infer Value> ? Value : never

/** The values of a known type by field. */
export type FieldsOf<Type extends KnownType> = {
  readonly [Name in keyof (typeof recordTypes)[Type]]: ValueOf<(typeof recordTypes)[Type][Name]>
}

/** The values of any type by field. */
export type FieldValues = Readonly<Record<string, unknown>>

/** A field with its name. */
export type NamedField = readonly [name: string, field: Field<unknown>]

const fieldLists: ReadonlyMap<string, readonly NamedField[]> = new Map(
  Object.entries(recordTypes).map(([type, fields]) => [type, Object.entries(fields)]),
)

/** The fields of a type by its normal name; `undefined` where its data is only bytes. */
export function fieldList(type: string): readonly NamedField[] | undefined {
  return fieldLists.get(type)
}
