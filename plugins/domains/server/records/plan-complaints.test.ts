import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DnsCapabilities, DnsRecordSet } from '@host/plugin'
import { planComplaints } from './plan-complaints.ts'
import { keyText } from './record-set.ts'
import { zoneFuture } from './zone-future.ts'

const zone = 'acme.example'
const count = 5_000
const capabilities: DnsCapabilities = {
  types: '*',
  ttl: { min: 1, max: 86_400 },
  hasComments: true,
  hasProxy: true,
  isAtomic: true,
}
const names = Array.from({ length: count }, (_, place) => `n${place}.${zone}`)
const steps = names.map((name) => ({
  key: keyText({ name, type: 'CNAME' }),
  before: null,
  after: { ttl: 300, data: ['links.example.net.'] },
}))

/** Mail servers of other zones, whose records count how often they are read. */
function countedMail() {
  let reads = 0
  const copy = names.map((name): DnsRecordSet => ({
    name: `m-${name}`,
    type: 'MX',
    ttl: 300,
    get data() {
      reads += 1
      return ['10 mx.example.net.']
    },
  }))
  return { copy, reads: () => reads }
}

test('a plan of many aliases visits each record set of a large zone a few times, and lets other work run', async () => {
  const { copy, reads } = countedMail()
  let turns = 0
  let isDone = false
  const takeTurn = (): void => {
    turns += 1
    if (!isDone) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  const future = await zoneFuture({ readOnly: [], zone, copy, read: new Map(), steps })
  assert.deepEqual(await planComplaints(steps, future, capabilities), [])
  isDone = true
  assert.ok(reads() <= 2 * count, `${reads()} reads`)
  assert.ok(turns >= (2 * count) / 1_000, `${turns} turns`)
})

test('at most 50 problems are reported', async () => {
  const copy = names.map((name): DnsRecordSet => ({ name, type: 'A', ttl: 300, data: ['192.0.2.1'] }))
  const future = await zoneFuture({ readOnly: [], zone, copy, read: new Map(), steps })
  assert.equal((await planComplaints(steps, future, capabilities)).length, 50)
})
