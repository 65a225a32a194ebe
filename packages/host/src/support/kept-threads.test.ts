import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { KeptThreads } from './kept-threads.ts'

/** Answers each message with what it remembers of the last one, or ends. */
const text = `
const { parentPort } = require('node:worker_threads')
let last = 'nothing'
parentPort.on('message', (message) => {
  if (message === 'exit') process.exit(0)
  parentPort.postMessage(last)
  last = message
})`
const code = (): string => text
const otherCode = (): string => text

function threads(): KeptThreads {
  return new KeptThreads(new URL('text.ts', import.meta.url), {})
}

async function ask(worker: ReturnType<KeptThreads['take']>, message: string): Promise<unknown> {
  const answer = once(worker, 'message')
  worker.postMessage(message)
  const [remembered] = (await answer) as [unknown]
  return remembered
}

test('a kept thread is handed out again, without listeners of its last user, to the same text only', async () => {
  const kept = threads()
  const first = kept.take(code)
  assert.equal(await ask(first, 'milk'), 'nothing')
  first.on('message', () => assert.fail('the last user hears nothing'))
  await kept.keep(first, code)
  const other = kept.take(otherCode)
  assert.notEqual(other, first)
  const again = kept.take(code)
  assert.equal(again, first)
  assert.equal(await ask(again, 'tea'), 'milk')
  await Promise.all([again.terminate(), other.terminate()])
})

test('the last three are kept, and one that ended is not handed out', async () => {
  const kept = threads()
  const taken = Array.from({ length: 4 }, () => kept.take(code))
  const [first, second] = taken
  assert.ok(first !== undefined && second !== undefined)
  await Promise.all(taken.map((worker) => ask(worker, 'milk')))
  for (const worker of taken) await kept.keep(worker, code)
  assert.equal(first.threadId, -1, 'the oldest has ended')
  const gone = once(second, 'exit')
  second.ref()
  second.postMessage('exit')
  await gone
  const next = Array.from({ length: 3 }, () => kept.take(code))
  assert.deepEqual(
    next.map((worker) => taken.indexOf(worker)),
    [2, 3, -1],
  )
  await Promise.all(next.map((worker) => worker.terminate()))
})
