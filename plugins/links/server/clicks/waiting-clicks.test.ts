import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { clickOf } from './click.ts'
import { ClickReader } from './read-click.ts'

/** Bytes of the heap that are in use. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collect()
  return process.memoryUsage().heapUsed
}

/** A text of its own, as one that came through a socket. */
const longText = (seed: number): string => Buffer.alloc(7_000, `${seed} `).toString('latin1')

function longClick(seed: number) {
  const headers = new Map([
    ['user-agent', longText(seed)],
    ['referer', longText(seed)],
  ])
  const visitor = { address: '192.0.2.1', header: (name: string) => headers.get(name) }
  const location = `https://www.example.com/?a=${longText(seed)}&utm_source=${longText(seed)}`
  return clickOf(visitor, { orgId: 'org_1', id: 'link_1', rule: null, version: 1, location }, 0)
}

suite('clicks that wait for a database', () => {
  test('keep the parts of headers and addresses that count, and nothing else of them', () => {
    const reader = new ClickReader(
      () => undefined,
      () => Promise.resolve('salt'),
    )
    const before = heapUsed()
    const waiting = Array.from({ length: 4_000 }, (_, seed) => reader.waiting(longClick(seed)))
    const each = (heapUsed() - before) / waiting.length
    assert.equal(waiting[7]?.campaign.source, longText(7).slice(0, 128))
    assert.equal(waiting[7]?.agent, longText(7).slice(0, 512))
    assert.ok(each < 4_000, `${Math.round(each)} bytes`)
  })
})
