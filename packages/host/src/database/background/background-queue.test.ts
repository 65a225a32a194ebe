import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BackgroundQueue } from './background-queue.ts'

/** Reads of which each ends when the test says so. */
function controlled(queue: BackgroundQueue) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const read = async (of: string, name: string): Promise<void> =>
    await queue.run(of, async () => {
      started.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      await promise
    })
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { started, read, end }
}

test('a read waits for one statement of each other workspace, however many one of them has sent', async () => {
  const { started, read, end } = controlled(new BackgroundQueue(1))
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => read(name[0] ?? '', name))
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name)
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  await end('a4')
  await Promise.all(all)
})

test('a workspace that has too many reads waiting is refused, and another one is not', async () => {
  const { started, read, end } = controlled(new BackgroundQueue(1))
  const waiting = Array.from({ length: 101 }, (_, n) => read('a', `a${n}`))
  await assert.rejects(read('a', 'refused'), { code: 'busy' })
  const other = read('b', 'b')
  for (let n = 0; n < 101; n += 1) {
    await end(`a${n}`)
    if (n === 1) await end('b')
  }
  await Promise.all([...waiting, other])
  assert.deepEqual(started.slice(0, 3), ['a0', 'a1', 'b'])
  assert.equal(started.length, 102)
})

test('a failed read starts the next one, and a close waits for running reads and refuses queued ones', async () => {
  const queue = new BackgroundQueue(1)
  await assert.rejects(
    queue.run('a', () => Promise.reject(new RangeError('no'))),
    RangeError,
  )
  const { read, end } = controlled(queue)
  const running = read('a', 'running')
  const waiting = assert.rejects(read('a', 'waiting'), { code: 'closed' })
  let isClosed = false
  const closing = queue.close().then(() => (isClosed = true))
  await waiting
  assert.equal(isClosed, false)
  await end('running')
  await Promise.all([running, closing])
  await assert.rejects(read('a', 'late'), { code: 'closed' })
})
