import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMessage, DnsError, encodeMessage } from '../index.ts'

/** Packets of 64 KiB that are made to cost much more than their size. */

function header(questions: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(questions, 4)
  return bytes
}

/** How often the cost of an honest message of the same size a packet may cost. */
const mostTimes = 20

function costOf(bytes: Buffer): number {
  let least = Infinity
  for (let round = 0; round < 5; round++) {
    const start = process.cpuUsage()
    try {
      decodeMessage(bytes)
    } catch (error) {
      assert.ok(error instanceof DnsError, String(error))
    }
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, user + system)
  }
  return least
}

const honest = encodeMessage(
  {
    answers: Array.from({ length: 3_000 }, (_, index) => {
      return { name: `h${index}.example.com.`, type: 'A', ttl: 60, data: '192.0.2.1' }
    }),
  },
  { limit: 65_535 },
)

/** Each pointer leads to the one before, so that the last name follows all of them. */
function chainOfPointers(): Buffer {
  const chain = Buffer.alloc(60_000)
  for (let at = 2; at < chain.length; at += 2) chain.writeUInt16BE(0xc000 | Math.min(12 + at - 2, 0x3ffe), at)
  return Buffer.concat([header(0xffff), Buffer.alloc(1), chain])
}

/** Each question has the longest name behind one pointer, at another place in its labels. */
function longNames(): Buffer {
  const longest = Buffer.concat([...Array.from({ length: 126 }, () => Buffer.of(1, 0xff)), Buffer.alloc(1)])
  const count = 10_000
  const questions = Array.from({ length: count }, (_, index) => Buffer.of(0xc0, 12 + (index % 126) * 2, 0, 1, 0, 1))
  return Buffer.concat([header(count + 1), longest, Buffer.of(0, 1, 0, 1), ...questions])
}

const packets: readonly [title: string, bytes: Buffer][] = [
  ['a chain of pointers', chainOfPointers()],
  ['the longest name, 10,000 times', longNames()],
  ['questions without end', Buffer.concat([header(0xffff), Buffer.alloc(65_000)])],
]

for (const [title, bytes] of packets) {
  test(`no packet costs more than its size: ${title}`, () => {
    costOf(honest)
    const cost = costOf(bytes)
    const most = Math.max(costOf(honest), 2_000) * mostTimes
    assert.ok(cost < most, `${cost} µs, at most ${most}`)
  })
}
