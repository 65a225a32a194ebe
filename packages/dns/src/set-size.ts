import { encodeData } from './record-data.ts'
import { typeCode, typeCodes } from './type-codes.ts'
import { largestMessage } from './wire/wire-writer.ts'

/** Bytes of a set with a short owner in each record, so that its answer fits into one message. */
export const mostSetBytes = largestMessage - 1_024
const recordHead = 12

/** Bytes of a set, with a short owner in each record. @throws {DnsError} for wrong data */
export function setBytes(type: string, data: readonly string[]): number {
  return bytesOf(data.map((each) => encodeData(type, each)))
}

/** The same for data that is encoded. */
export function bytesOf(data: readonly Uint8Array[]): number {
  return data.reduce((sum, { length }) => sum + recordHead + length, 0)
}

/** Whether a type is one of messages and questions, which no zone has. @throws {DnsError} for an unknown type */
export function isMetaType(type: string): boolean {
  return isMetaCode(typeCode(type))
}

/** The same for the code of a type. */
export function isMetaCode(code: number): boolean {
  return code === 0 || code === typeCodes.OPT || (code >= 128 && code <= 255)
}
