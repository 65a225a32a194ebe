import type { Header } from './message.ts'

/** The second word of a header. Of the rcode it has the lower four bits. */
export function flagsOf(header: Partial<Header>): number {
  return (
    (header.isResponse === true ? 0x8000 : 0) |
    (((header.opcode ?? 0) & 0xf) << 11) |
    (header.isAuthoritative === true ? 0x0400 : 0) |
    (header.isTruncated === true ? truncatedFlag : 0) |
    (header.recursionDesired === true ? 0x0100 : 0) |
    (header.recursionAvailable === true ? 0x0080 : 0) |
    (header.authenticData === true ? 0x0020 : 0) |
    (header.checkingDisabled === true ? 0x0010 : 0) |
    ((header.rcode ?? 0) & 0xf)
  )
}

export const truncatedFlag = 0x0200

export function headerOf(id: number, flags: number): Header {
  return {
    id,
    isResponse: (flags & 0x8000) !== 0,
    opcode: (flags >> 11) & 0xf,
    isAuthoritative: (flags & 0x0400) !== 0,
    isTruncated: (flags & truncatedFlag) !== 0,
    recursionDesired: (flags & 0x0100) !== 0,
    recursionAvailable: (flags & 0x0080) !== 0,
    authenticData: (flags & 0x0020) !== 0,
    checkingDisabled: (flags & 0x0010) !== 0,
    rcode: flags & 0xf,
  }
}
