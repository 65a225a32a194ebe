/** DNS records, messages and zone files, and a client that asks a named server. */
export { askAuthority } from './client/ask-authority.ts'
export type { ServerAnswer } from './client/ask-authority.ts'
export { askServer } from './client/ask-server.ts'
export type { AskOptions, ServerOptions } from './client/ask-server.ts'
export type { IsAllowedAddress, ServerAddress } from './client/connect-policy.ts'
export { AuthorityError } from './client/authority-error.ts'
export type { AskedZone, FailedServer } from './client/authority-error.ts'
export { findAuthority } from './client/find-authority.ts'
export type { Authority, AuthorityOptions, AuthorityServer } from './client/find-authority.ts'
export { sendNotify } from './client/send-notify.ts'
export type { NotifyOptions } from './client/send-notify.ts'
export { sendUpdate } from './client/send-update.ts'
export type { Prerequisite, UpdateOptions, ZoneUpdate } from './client/send-update.ts'
export { transferZone } from './client/transfer-zone.ts'
export type { TransferOptions } from './client/transfer-zone.ts'
export { ClockError, DnsError } from './dns-error.ts'
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
export { isMetaType, mostSetBytes, setBytes } from './set-size.ts'
export { TsigChain } from './tsig/tsig-chain.ts'
export type { AnswerSigning } from './tsig/tsig-chain.ts'
export { readTsigKey, tsigAlgorithms } from './tsig/tsig-key.ts'
export type { TsigAlgorithm, TsigKey, TsigKeyText } from './tsig/tsig-key.ts'
export { classCode, className, normalizeType, typeCode, typeName } from './type-codes.ts'
export { readZoneFile } from './zone-file/read-zone-file.ts'
export type { ZoneFileOptions, ZoneFileReading, ZoneProblem, ZoneRecord } from './zone-file/read-zone-file.ts'
export { writeZoneFile } from './zone-file/write-zone-file.ts'
