/**
 * Signs a program for macOS ad hoc, on any system: Apple silicon runs no program without a signature, and an ad-hoc one
 * names no author. `codesign --sign -` does the same on a Mac.
 *
 * The layout is that of `cs_blobs.h` in Apple's XNU: the load command LC_CODE_SIGNATURE points to a SuperBlob behind
 * everything else of __LINKEDIT, with one CodeDirectory in it: the SHA-256 of every 4 KiB of the file before it.
 */
import { createHash } from 'node:crypto'

const machO64 = 0xfeedfacf
const segmentCommand = 0x19
const signatureCommand = 0x1d
const headerSize = 32
const commandSize = 16
const pageSize = 4096
/** How far segments of arm64 are apart in memory. */
const segmentSize = 0x4000
const hashSize = 32
const superBlobSize = 20
const directorySize = 88
/** The signature is ad hoc, and made by a linker, so that `codesign` replaces it without being asked twice. */
const flags = 0x2_0002
const mainBinary = 1n

interface Segment {
  readonly name: string
  /** Of its load command. */
  readonly at: number
  readonly offset: bigint
  readonly size: bigint
}

/**
 * A program with an ad-hoc signature.
 * @param program a Mach-O file for one 64-bit architecture, without a signature
 * @throws TypeError when it is something else
 */
export function signMachO(program: Buffer, identifier: string): Buffer {
  const { segments, end } = readCommands(program)
  const [text, links] = ['__TEXT', '__LINKEDIT'].map((name) => segments.find((segment) => segment.name === name))
  if (text === undefined || links === undefined) throw new TypeError('It has no __TEXT or no __LINKEDIT.')
  const start = Math.ceil(program.length / 16) * 16
  const size = signatureSize(start, identifier)
  const signed = Buffer.alloc(start + size)
  program.copy(signed)
  addCommand(signed, { end, start, size })
  const linksSize = BigInt(signed.length) - links.offset
  signed.writeBigUInt64LE(linksSize, links.at + 48)
  signed.writeBigUInt64LE(roundUp(linksSize, BigInt(segmentSize)), links.at + 32)
  writeSignature(signed, { start, size, identifier, text })
  return signed
}

function readCommands(program: Buffer): { readonly segments: readonly Segment[]; readonly end: number } {
  if (program.length < headerSize || program.readUInt32LE(0) !== machO64) {
    throw new TypeError('It is not a Mach-O file.')
  }
  const segments: Segment[] = []
  let at = headerSize
  for (let left = program.readUInt32LE(16); left > 0; left--) {
    const command = program.readUInt32LE(at)
    if (command === signatureCommand) throw new TypeError('It has a signature already.')
    if (command === segmentCommand) {
      const name = program.toString('latin1', at + 8, at + 24).replace(/\0.*$/s, '')
      segments.push({ name, at, offset: program.readBigUInt64LE(at + 40), size: program.readBigUInt64LE(at + 48) })
    }
    at += program.readUInt32LE(at + 4)
  }
  return { segments, end: at }
}

function addCommand(
  signed: Buffer,
  { end, start, size }: { readonly end: number; readonly start: number; readonly size: number },
): void {
  if (signed.subarray(end, end + commandSize).some((byte) => byte !== 0)) {
    throw new TypeError('Its header has no space for a load command.')
  }
  signed.writeUInt32LE(signed.readUInt32LE(16) + 1, 16)
  signed.writeUInt32LE(signed.readUInt32LE(20) + commandSize, 20)
  for (const [index, value] of [signatureCommand, commandSize, start, size].entries()) {
    signed.writeUInt32LE(value, end + 4 * index)
  }
}

function signatureSize(codeSize: number, identifier: string): number {
  return superBlobSize + directorySize + identifier.length + 1 + Math.ceil(codeSize / pageSize) * hashSize
}

interface Signature {
  readonly start: number
  readonly size: number
  readonly identifier: string
  readonly text: Segment
}

/** Everything in it is big-endian. */
function writeSignature(signed: Buffer, { start, size, identifier, text }: Signature): void {
  const pages = Math.ceil(start / pageSize)
  const hashes = directorySize + identifier.length + 1
  const blob = signed.subarray(start)
  writeNumbers(blob, 0, [0xfade0cc0, size, 1, 0, superBlobSize])
  const directory = blob.subarray(superBlobSize)
  const [version, specialSlots] = [0x2_0400, 0]
  writeNumbers(directory, 0, [0xfade0c02, size - superBlobSize, version, flags, hashes, directorySize])
  writeNumbers(directory, 24, [specialSlots, pages, start])
  const [sha256, unused] = [2, 0]
  directory.set([hashSize, sha256, unused, Math.log2(pageSize)], 36)
  directory.writeBigUInt64BE(text.offset, 64)
  directory.writeBigUInt64BE(text.size, 72)
  directory.writeBigUInt64BE(mainBinary, 80)
  directory.write(identifier, directorySize, 'latin1')
  for (let page = 0; page < pages; page++) {
    const content = signed.subarray(page * pageSize, Math.min((page + 1) * pageSize, start))
    createHash('sha256')
      .update(content)
      .digest()
      .copy(directory, hashes + page * hashSize)
  }
}

function writeNumbers(target: Buffer, at: number, values: readonly number[]): void {
  for (const [index, value] of values.entries()) target.writeUInt32BE(value, at + 4 * index)
}

function roundUp(value: bigint, unit: bigint): bigint {
  return ((value + unit - 1n) / unit) * unit
}
