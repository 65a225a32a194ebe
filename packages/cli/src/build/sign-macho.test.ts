import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { signMachO } from './sign-macho.ts'

const pageSize = 4096
/** Space for load commands, as linkers leave it. */
const contentStart = 512

/** A Mach-O file of two segments, with content that fills a part of its third page. */
function program({ contentSize = 2 * pageSize + 100, extra = 0 } = {}): Buffer {
  const file = Buffer.alloc(contentStart + contentSize, 7)
  file.fill(0, 0, contentStart)
  const segments: [name: string, offset: number, size: number][] = [
    ['__TEXT', 0, pageSize],
    ['__LINKEDIT', pageSize, file.length - pageSize],
  ]
  const header = [0xfeedfacf, 0x0100000c, 0, 2, segments.length, segments.length * 72, 0, 0]
  for (const [index, value] of header.entries()) file.writeUInt32LE(value, 4 * index)
  for (const [index, [name, offset, size]] of segments.entries()) {
    const at = 32 + 72 * index
    file.writeUInt32LE(0x19, at)
    file.writeUInt32LE(72, at + 4)
    file.write(name, at + 8)
    file.writeBigUInt64LE(BigInt(size), at + 32)
    file.writeBigUInt64LE(BigInt(offset), at + 40)
    file.writeBigUInt64LE(BigInt(size), at + 48)
  }
  file.writeUInt32LE(extra, 32 + 72 * segments.length)
  return file
}

/** The one CodeDirectory of a signed program, with the start of its signature. */
function directoryOf(signed: Buffer): { readonly directory: Buffer; readonly start: number; readonly size: number } {
  const command = 32 + 2 * 72
  assert.deepEqual([signed.readUInt32LE(16), signed.readUInt32LE(20)], [3, 2 * 72 + 16])
  assert.deepEqual([signed.readUInt32LE(command), signed.readUInt32LE(command + 4)], [0x1d, 16])
  const [start, size] = [signed.readUInt32LE(command + 8), signed.readUInt32LE(command + 12)]
  const blob = signed.subarray(start)
  const [magic, length, count, kind, offset] = [0, 4, 8, 12, 16].map((at) => blob.readUInt32BE(at))
  assert.deepEqual([magic, length, count, kind], [0xfade0cc0, size, 1, 0])
  return { directory: blob.subarray(offset), start, size }
}

test('a signature has the hash of every page before it, the changed header among them', () => {
  const signed = signMachO(program(), 'host')
  const { directory, start, size } = directoryOf(signed)
  assert.equal(start % 16, 0)
  assert.equal(signed.length, start + size)
  assert.equal(directory.readUInt32BE(0), 0xfade0c02)
  const [hashes, name, pages, limit] = [16, 20, 28, 32].map((at) => directory.readUInt32BE(at))
  assert.equal(directory.toString('latin1', name, (name ?? 0) + 5), 'host\0')
  assert.deepEqual([pages, limit], [3, start])
  for (let page = 0; page < (pages ?? 0); page++) {
    const content = signed.subarray(page * pageSize, Math.min((page + 1) * pageSize, start))
    const at = (hashes ?? 0) + 32 * page
    assert.deepEqual(directory.subarray(at, at + 32), createHash('sha256').update(content).digest())
  }
})

test('the last segment grows to the end of the signature, in memory by whole pages', () => {
  const signed = signMachO(program(), 'host')
  const links = 32 + 72
  assert.equal(signed.readBigUInt64LE(links + 48), BigInt(signed.length - pageSize))
  assert.equal(signed.readBigUInt64LE(links + 32), 0x4000n)
})

test('a signature is ad hoc, and names the segment with the code', () => {
  const { directory } = directoryOf(signMachO(program(), 'host'))
  assert.deepEqual([directory.readUInt32BE(8), directory.readUInt32BE(12)], [0x2_0400, 0x2_0002])
  assert.deepEqual(
    [64, 72, 80].map((at) => directory.readBigUInt64BE(at)),
    [0n, BigInt(pageSize), 1n],
  )
})

test('anything else than an unsigned Mach-O file with space in its header is refused', () => {
  assert.throws(() => signMachO(Buffer.from('\x7fELF'), 'host'), /not a Mach-O file/)
  assert.throws(() => signMachO(signMachO(program(), 'host'), 'host'), /has a signature already/)
  assert.throws(() => signMachO(program({ extra: 1 }), 'host'), /no space for a load command/)
})
