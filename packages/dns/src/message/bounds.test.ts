import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMessage, DnsError, encodeMessage } from '../index.ts'
import { WireWriter } from '../wire/wire-writer.ts'

/** Packets that are made to cost much more than their size. */

/** The longest name: 126 labels of one byte. Every second byte of it begins a name. */
const longest = Buffer.concat([...Array.from({ length: 126 }, () => Buffer.of(1, 0x61)), Buffer.alloc(1)])

/** A message whose first answer has these bytes, which begin at 23, and whose questions behind it are names by pointer. */
function withPointers(data: Buffer, targets: readonly number[]): Buffer {
  const record = encodeMessage({ answers: [{ name: '.', type: 'TYPE1234', ttl: 0, data: '', bytes: data }] })
  const names = targets.map((target) =>
    Buffer.of(0xc0 | (target >> 8), target & 0xff, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 1),
  )
  const bytes = Buffer.concat([record, ...names])
  bytes.writeUInt16BE(1 + targets.length, 6)
  return bytes
}

const dataStart = 23

const isMalformed = (says: RegExp) => (error: unknown) => error instanceof DnsError && says.test(error.message)

test('a name that follows more than 127 pointers is refused', () => {
  const chain = (length: number): Buffer => {
    const bytes = Buffer.alloc(1 + length * 2)
    for (let index = 0; index < length; index++) {
      bytes.writeUInt16BE(0xc000 | (dataStart + Math.max(0, index * 2 - 1)), 1 + index * 2)
    }
    return withPointers(bytes, [dataStart + 1 + (length - 1) * 2])
  }
  assert.equal(decodeMessage(chain(126)).answers[1]?.name, '.')
  assert.throws(() => decodeMessage(chain(127)), isMalformed(/too often/))
})

test('the target of a pointer is read once, however many names end in it', () => {
  const targets = Array.from({ length: 4_000 }, (_, index) => dataStart + (index % 126) * 2)
  const { answers } = decodeMessage(withPointers(longest, targets))
  assert.equal(answers.length, 4_001)
  assert.equal(answers[1]?.name.length, 252)
})

test('all targets together have at most 256 KiB', () => {
  const names = (count: number): Buffer => {
    const data = Buffer.concat(Array.from({ length: count }, () => longest))
    const targets = Array.from({ length: count * 126 }, (_, index) => {
      return dataStart + Math.floor(index / 126) * longest.length + (index % 126) * 2
    })
    return withPointers(data, targets)
  }
  assert.equal(decodeMessage(names(15)).answers.length, 1 + 15 * 126)
  assert.throws(() => decodeMessage(names(20)), isMalformed(/too many compressed names/))
})

test('no later name points to one that was rewound', () => {
  const writer = new WireWriter(64, true)
  writer.name('a.', true)
  writer.rewind(0)
  writer.uint16(0)
  writer.name('a.', true)
  assert.equal(writer.written.toString('hex'), '0000016100')
})
