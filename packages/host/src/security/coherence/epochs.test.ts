import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { CoherentCache } from './coherent-cache.ts'
import { Epochs, slotOf } from './epochs.ts'
import { soleCoherence } from './sole-coherence.ts'
import type { Coherence } from './coherence.ts'

const runs = { numRuns: process.env['HOST_SOAK'] === '1' ? 50_000 : 1_000 }

test('values in memory are never older than the last answered change, for any interleaving of loads and changes', async () => {
  const step = fc.oneof(
    fc.record({ act: fc.constantFrom('load', 'commit', 'forget', 'arrive'), user: fc.nat(2) }),
    fc.record({ act: fc.constantFrom('lapse', 'rejoin'), user: fc.constant(0) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const lab = openLab()
      for (const { act, user } of steps) await lab[act](user)
    }),
    runs,
  )
})

/** A cache over a database whose answers come late, and the latest answer for each user. */
function openLab() {
  const { epochs } = soleCoherence()
  let isTrusted = true
  const coherence: Coherence = { isAlone: false, epochs, isTrusted: () => isTrusted, forget: async () => {} }
  const cache = new CoherentCache<number>(coherence, 10)
  const [stored, answered, pending] = [[0, 0, 0], [0, 0, 0], [] as (() => void)[]]
  const look = (user: number): void => {
    const found = cache.get(`usr_${user}`)
    assert.ok(found === undefined || found >= (answered[user] ?? 0), `${found} is older than ${answered[user]}`)
  }
  return {
    async load(user: number) {
      look(user)
      void cache.load(`usr_${user}`, async () => {
        const value = stored[user] ?? 0
        await new Promise<void>((resolve) => pending.push(resolve))
        return { value, subjects: [] }
      })
    },
    async commit(user: number) {
      stored[user] = (stored[user] ?? 0) + 1
    },
    /** While nothing is trusted a change is answered without being noted here. */
    async forget(user: number) {
      if (isTrusted) epochs.change([slotOf(`usr_${user}`)])
      answered[user] = stored[user] ?? 0
      look(user)
    },
    async arrive(user: number) {
      pending.splice(user, 1)[0]?.()
      await new Promise<void>((resolve) => setImmediate(resolve))
      for (const each of [0, 1, 2]) look(each)
    },
    async lapse() {
      isTrusted = false
    },
    async rejoin() {
      epochs.changeAll()
      isTrusted = true
    },
  }
}

test('a slot never goes back, also when threads raise it at once', async () => {
  const epochs = new Epochs()
  const code = `
    const { workerData, parentPort } = require('node:worker_threads')
    import(workerData.module).then(({ Epochs }) => {
      const epochs = new Epochs(workerData.memory)
      for (let n = 0; n < 20000; n += 1) {
        const { now: since, settled } = epochs
        epochs.change([7])
        if (epochs.isCurrent([7], since) || epochs.settled === settled) throw new Error('A change was not noted.')
      }
      parentPort.postMessage('done')
    })`
  const module = new URL('epochs.ts', import.meta.url).href
  const threads = [1, 2, 3].map(() => new Worker(code, { eval: true, workerData: { module, memory: epochs.memory } }))
  await Promise.all(
    threads.map((thread) => new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject))),
  )
  assert.equal(epochs.now, 60_000)
  assert.ok(epochs.isCurrent([7], 60_000))
  assert.ok(!epochs.isCurrent([7], 59_999))
})

test('a change concerns those who share its slot, and one of all concerns everyone', () => {
  const epochs = new Epochs()
  const since = epochs.now
  epochs.change([slotOf('usr_a')])
  assert.ok(!epochs.isCurrent([slotOf('usr_a')], since))
  assert.ok(epochs.isCurrent([slotOf('usr_b')], since))
  epochs.changeAll()
  assert.ok(!epochs.isCurrent([slotOf('usr_b')], since))
  assert.ok(epochs.isCurrent([slotOf('usr_a'), slotOf('usr_b')], epochs.now))
})

test('after the last count nothing holds any more', () => {
  const epochs = new Epochs()
  const places = new Int32Array(epochs.memory)
  places[places.length - 1] = 2 ** 31 - 2
  assert.ok(epochs.isCurrent([1], epochs.now))
  epochs.change([2])
  assert.ok(!epochs.isCurrent([1], epochs.now))
  epochs.change([2])
  assert.ok(!epochs.isCurrent([1], epochs.now))
})

test('ids spread over the slots', () => {
  const slots = new Set(Array.from({ length: 4_096 }, (_, n) => slotOf(`usr_01jd${n.toString(36).padStart(22, '0')}`)))
  assert.ok(slots.size > 2_000, `${slots.size} slots for 4,096 ids`)
})
