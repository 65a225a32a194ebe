/** DNS records and messages: their text and their wire format. */
export { DnsError } from './dns-error.ts'
export type { DnsErrorCode } from './dns-error.ts'
export { parseSeconds } from './fields/numbers.ts'
export type { ServiceParameter } from './fields/service-parameters.ts'
export { decodeHeader, decodeMessage } from './message/decode-message.ts'
export type { Edns, EdnsOption } from './message/edns.ts'
export { appendRecord, encodeMessage } from './message/encode-message.ts'
export type { EncodeOptions } from './message/encode-message.ts'
export { opcodes, rcodeName, rcodes } from './message/message.ts'
export type { Header, Message, MessageParts, MessageRecord, Question, ReceivedTsig } from './message/message.ts'
export {
  absoluteName,
  compareNames,
  decodeName,
  encodeName,
  isSameName,
  isWithin,
  labelsOf,
  nameKey,
  normalizeName,
  parentOf,
} from './names.ts'
export { decodeData, decodeFields, encodeData, encodeFields, fieldsOf, normalizeData } from './record-data.ts'
export type { FieldsOf, FieldValues, KnownType } from './record-types.ts'
export type { ResourceRecord } from './resource-record.ts'
export { classCode, className, normalizeType, typeCode, typeName } from './type-codes.ts'
