import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  appendRecord,
  decodeData,
  decodeMessage,
  DnsError,
  encodeFields,
  encodeMessage,
  type KnownType,
} from './index.ts'
import { recordTypes } from './record-types.ts'
import { names, valuesOf } from './testing/field-arbitraries.ts'
import { mutate, randomPick } from './testing/mutations.ts'

const packets = process.env['HOST_SOAK'] === '1' ? 1_000_000 : 50_000
const seed = Date.now() % 2 ** 31

/** Growth of the heap that is not from the packets. */
const mostGrowth = 32 * 1_024 * 1_024
/** Far above the slowest packet on a busy machine. */
const mostMilliseconds = 1_000

const types = (Object.keys(recordTypes) as KnownType[]).filter((type) => type !== 'TSIG')

/** Valid messages with a record of every type. */
function originals(): Buffer[] {
  const record = fc.constantFrom(...types).chain((type) =>
    fc.tuple(names, valuesOf(type)).map(([name, values]) => {
      return { name, type, class: 'IN', ttl: 60, data: decodeData(type, encodeFields(type, values as never)) }
    }),
  )
  const records = fc.array(record, { maxLength: 4 })
  const edns = { udpPayloadSize: 1_232, version: 0, dnssecOk: false, options: [{ code: 10, data: Buffer.alloc(8) }] }
  const message = fc.tuple(names, records, records, records).map(([name, answers, authorities, additionals]) => {
    const bytes = encodeMessage({
      questions: [{ name, type: 'A', class: 'IN' }],
      answers,
      authorities,
      additionals,
      edns,
    })
    const data = 'hmac-sha256. 1 300 4 AAAAAA== 5 0 0'
    return appendRecord(bytes, { name: 'key.', type: 'TSIG', class: 'ANY', ttl: 0, data })
  })
  return fc.sample(message, { numRuns: 200, seed })
}

/** Milliseconds that a packet took. @throws what is not a `DnsError` */
function decodeOne(bytes: Buffer): { took: number; isValid: boolean } {
  const start = performance.now()
  let isValid = true
  try {
    decodeMessage(bytes)
  } catch (error) {
    if (!(error instanceof DnsError)) throw new Error(`seed ${seed}: ${bytes.toString('hex')}`, { cause: error })
    isValid = false
  }
  return { took: performance.now() - start, isValid }
}

test(`${packets} mutated packets: each is decoded or refused, and none hangs or stays in memory`, () => {
  const sources = originals()
  const pick = randomPick(seed)
  let slowest = 0
  let valid = 0
  let before = 0
  for (let count = 0; count < packets; count++) {
    const bytes = mutate(sources[pick(sources.length)] ?? Buffer.alloc(0), pick)
    const { took, isValid } = decodeOne(bytes)
    slowest = Math.max(slowest, took)
    if (isValid) valid++
    if (count === packets >> 2) before = process.memoryUsage().heapUsed
  }
  assert.ok(valid > packets / 100 && valid < packets / 2, `${valid} were still valid`)
  assert.ok(slowest < mostMilliseconds, `seed ${seed}: ${slowest} ms`)
  const growth = process.memoryUsage().heapUsed - before
  assert.ok(growth < mostGrowth, `seed ${seed}: ${growth} bytes`)
})
