/** Headers of the PROXY protocol, also wrong ones. */

export interface BinaryHeader {
  readonly command?: number
  readonly family: number
  /** Addresses, ports and extensions. */
  readonly rest?: Uint8Array
}

/** A header of version 2. */
export function binaryHeader({ command = 0x21, family, rest = new Uint8Array() }: BinaryHeader): Buffer {
  const fixed = Buffer.from('\r\n\r\n\0\r\nQUIT\n....', 'latin1')
  fixed.writeUInt8(command, 12)
  fixed.writeUInt8(family, 13)
  fixed.writeUInt16BE(rest.length, 14)
  return Buffer.concat([fixed, rest])
}

/** A header of version 1. */
export function textHeader(address: string, port = 40_000): string {
  return `PROXY TCP4 ${address} 198.51.100.1 ${port} 25\r\n`
}
