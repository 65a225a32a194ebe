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

/** A small generator, since a million packets of fast-check take too long (Numerical Recipes, 32 bits). */
function random(): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Mutation = (bytes: Buffer, pick: (below: number) => number) => Buffer

const mutations: readonly Mutation[] = [
  (bytes, pick) => set(bytes, pick(bytes.length), pick(256)),
  (bytes, pick) => set(bytes, pick(bytes.length), (bytes[pick(bytes.length)] ?? 0) ^ (1 << pick(8))),
  (bytes, pick) => set(set(bytes, pick(bytes.length), 0xc0), pick(bytes.length), pick(64)),
  (bytes, pick) => set(bytes, 4 + pick(8), pick(256)),
  (bytes, pick) => bytes.subarray(0, pick(bytes.length + 1)),
  (bytes, pick) => Buffer.concat([bytes.subarray(0, pick(bytes.length)), bytes.subarray(pick(bytes.length))]),
]

function set(bytes: Buffer, at: number, value: number): Buffer {
  if (at < bytes.length) bytes[at] = value
  return bytes
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
  const pick = random()
  let slowest = 0
  let valid = 0
  let before = 0
  for (let count = 0; count < packets; count++) {
    let bytes: Buffer = Buffer.from(sources[pick(sources.length)] ?? [])
    for (let left = 1 + pick(3); left > 0; left--) bytes = mutations[pick(mutations.length)]?.(bytes, pick) ?? bytes
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
