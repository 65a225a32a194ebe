/**
 * The header by which a load balancer states its client, in the text form (version 1) and the binary one (version 2) of the
 * PROXY protocol.
 */
import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import { plainAddress } from './networks.ts'
import type { SmtpPeer } from './options.ts'

/** A complete header, with `client` undefined where it states none: a check of the load balancer's own, or another protocol. */
export interface ProxyHeader {
  readonly kind: 'header'
  /** Bytes of the header; those of the client follow. */
  readonly length: number
  readonly client: SmtpPeer | undefined
}

export type ProxyHeaderResult = ProxyHeader | { readonly kind: 'incomplete' | 'invalid' }

const incomplete = { kind: 'incomplete' } as const
const invalid = { kind: 'invalid' } as const

const textStart = Buffer.from('PROXY ')
const binaryStart = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
/** The longest header of version 1, with its line end. */
const longestText = 107
/** Bytes of version 2 before the addresses. */
const fixedPart = 16
/** The longest header of version 2. */
const longestBinary = 536

/** Reads the header at the start of a connection; `incomplete` for less than 536 bytes only. Never throws. */
export function readProxyHeader(given: Uint8Array): ProxyHeaderResult {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (startsWith(bytes, textStart)) return readText(bytes)
  return startsWith(bytes, binaryStart) ? readBinary(bytes) : invalid
}

/** Whether bytes begin with a text, as far as they go. */
function startsWith(bytes: Buffer, start: Buffer): boolean {
  const length = Math.min(bytes.length, start.length)
  return bytes.subarray(0, length).equals(start.subarray(0, length))
}

function readText(bytes: Buffer): ProxyHeaderResult {
  const text = bytes.toString('latin1', 0, longestText)
  const end = text.indexOf('\n')
  if (end === -1) return bytes.length < longestText ? incomplete : invalid
  if (text[end - 1] !== '\r') return invalid
  const length = end + 1
  const [, protocol, ...fields] = text.slice(0, end - 1).split(' ')
  if (protocol === 'UNKNOWN') return { kind: 'header', length, client: undefined }
  const [source = '', destination = '', port = '', toPort = ''] = fields
  const isAddress = protocol === 'TCP4' ? isIPv4 : protocol === 'TCP6' ? isPlainIPv6 : () => false
  const isValid = fields.length === 4 && isAddress(source) && isAddress(destination) && isPort(port) && isPort(toPort)
  return isValid ? { kind: 'header', length, client: peerOf(source, Number(port)) } : invalid
}

/** A zone names an interface of another machine. */
function isPlainIPv6(text: string): boolean {
  return isIPv6(text) && !text.includes('%')
}

function isPort(text: string): boolean {
  return /^(?:0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535
}

/** Bytes of two addresses and two ports, by the family and protocol of the header. */
const addressLengths: ReadonlyMap<number, number> = new Map([
  [0x11, 12],
  [0x21, 36],
])
/** Valid ones whose addresses say nothing here: unspecified, datagrams, and sockets of a file system. */
const otherFamilies: ReadonlySet<number> = new Set([0x00, 0x12, 0x22, 0x31, 0x32])

function readBinary(bytes: Buffer): ProxyHeaderResult {
  if (bytes.length < fixedPart) return incomplete
  const [command = 0, family = 0] = bytes.subarray(binaryStart.length)
  const length = fixedPart + bytes.readUInt16BE(fixedPart - 2)
  const isLocal = command === 0x20
  if ((!isLocal && command !== 0x21) || length > longestBinary) return invalid
  const needed = addressLengths.get(family)
  if (!isLocal && (needed === undefined ? !otherFamilies.has(family) : length < fixedPart + needed)) return invalid
  if (bytes.length < length) return incomplete
  const isStated = !isLocal && needed !== undefined
  return { kind: 'header', length, client: isStated ? binaryPeer(bytes.subarray(fixedPart), needed) : undefined }
}

/** @param needed bytes of both addresses and ports */
function binaryPeer(bytes: Buffer, needed: number): SmtpPeer {
  const size = (needed - 4) / 2
  const address = bytes.subarray(0, size)
  const text = size === 4 ? address.join('.') : (address.toString('hex').match(/.{4}/g) ?? []).join(':')
  return peerOf(text, bytes.readUInt16BE(2 * size))
}

/** Addresses have one spelling, by which they are counted. */
function peerOf(address: string, port: number): SmtpPeer {
  if (isIPv4(address)) return { address, port }
  return { address: plainAddress(new SocketAddress({ address, family: 'ipv6' }).address), port }
}
