import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { ConcurrencyLimit } from './concurrency-limit.ts'

const busy = { en: 'Busy.', zh: '繁忙。' }

test('at most so many run at once, the others wait for their turn, and everyone gets their own result', async () => {
  const limit = new ConcurrencyLimit({ running: 2, waiting: 100, busy })
  let running = 0
  let most = 0
  const work = async (index: number): Promise<number> => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    if (index % 7 === 3) throw new Error('no luck')
    return index
  }
  const results = await Promise.allSettled(Array.from({ length: 64 }, (_, index) => limit.run(() => work(index))))
  assert.equal(most, 2)
  assert.deepEqual(
    results.filter((result) => result.status === 'fulfilled').map(({ value }) => value % 7 !== 3),
    Array.from({ length: 55 }, () => true),
  )
  assert.equal(await limit.run(() => Promise.resolve('free again')), 'free again')
})

test("a caller beyond the queue's limit is refused", async () => {
  const limit = new ConcurrencyLimit({ running: 1, waiting: 1, busy })
  let finish = (): void => undefined
  const first = limit.run(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  const second = limit.run(() => Promise.resolve())
  await assert.rejects(
    limit.run(() => Promise.resolve()),
    (error) => error instanceof Problem && error.code === 'service_unavailable',
  )
  finish()
  await Promise.all([first, second])
})
