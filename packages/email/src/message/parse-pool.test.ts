import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { parseLimits } from './limits.ts'
import { parseMessage } from './parse-message.ts'
import { ParsePool, ParsePoolClosedError, ParseQueueFullError } from './parse-pool.ts'

const message = (text: string): Buffer =>
  Buffer.from(
    `From: a@example.com\r\nSubject: ${text}\r\nDate: Tue, 1 Jul 2025 10:52:37 +0200\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${text}\r\n--b\r\nContent-Type: image/png\r\n\r\nimage ${text}\r\n--b--`,
  )

/** A thread that answers a message by its text: never, with all memory, or with an exit. */
const faulty = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', ({ bytes }) => {
  const text = Buffer.from(bytes).toString()
  if (text.includes('endless')) for (;;);
  if (text.includes('memory')) { const kept = []; for (;;) kept.push(Array.from({ length: 1000 }, Math.random)) }
  if (text.includes('exit')) process.exit(1)
  parentPort.postMessage({ kind: 'parsed', message: { text: 'parsed', attachments: [] } })
})
parentPort.postMessage({ kind: 'ready' })`

interface Limits {
  readonly memory: number
}

const resourceLimits = ({ memory }: Limits) => ({ maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 64 })
const start = (file: URL, limits: Limits) => new Worker(file, { resourceLimits: resourceLimits(limits) })
const startFaulty = (_: URL, limits: Limits) =>
  new Worker(faulty, { eval: true, resourceLimits: resourceLimits(limits) })

test('a text of millions of short lines is cut, and does not take the memory of the thread', async () => {
  await using pool = new ParsePool({ start })
  const { parse, problems, text } = await pool.parse(
    Buffer.from(`From: a@example.com\r\n\r\n${'x\r\n'.repeat(8_000_000)}`),
  )
  assert.deepEqual([parse, problems], ['complete', ['body-cut']])
  assert.equal(text.length, parseLimits.body)
})

test('a thread gives the same result as the parser, and leaves the bytes to the caller', async () => {
  await using pool = new ParsePool({ start })
  const bytes = message('hello')
  const parsed = await pool.parse(bytes)
  const own = parseMessage(bytes)
  assert.deepEqual({ ...parsed, attachments: [] }, { ...own, attachments: [] })
  const contents = (of: typeof own) => of.attachments.map(({ bytes: content }) => Buffer.from(content).toString())
  assert.deepEqual(contents(parsed), contents(own))
  assert.equal(bytes.length, message('hello').length)
})

test('messages that wait are parsed in their order, each with its own result', async () => {
  await using pool = new ParsePool({ start, threads: 2 })
  const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`)
  const parsed = await Promise.all(texts.map((text) => pool.parse(message(text))))
  assert.deepEqual(
    parsed.map(({ headers }) => headers.subject),
    texts,
  )
})

for (const [text, limit] of [
  ['endless', 'time'],
  ['memory', 'memory'],
  ['exit', 'failure'],
] as const) {
  test(`a message that ends its thread by ${text} has its headers, and the next is parsed`, async () => {
    await using pool = new ParsePool({ start: startFaulty, deadline: limit === 'time' ? 200 : 60_000, memory: 16 })
    const [hostile, next] = await Promise.all([pool.parse(message(text)), pool.parse(message('good'))])
    assert.deepEqual(hostile.parse, { limit })
    assert.equal(hostile.headers.subject, text)
    assert.equal(next.text, 'parsed')
  })
}

test('a message without a thread has the error of its start, and the next is parsed', async () => {
  let isFailing = true
  const startLater = (file: URL, limits: Limits): Worker => {
    if (isFailing) throw new Error('no thread')
    return start(file, limits)
  }
  await using pool = new ParsePool({ start: startLater, queue: 1 })
  await assert.rejects(pool.parse(message('a')), /no thread/)
  isFailing = false
  assert.equal((await pool.parse(message('b'))).headers.subject, 'b')
})

test('a full queue refuses the next message, by count and by bytes', async () => {
  await using byCount = new ParsePool({ start, queue: 2 })
  const accepted = ['a', 'b', 'c'].map((text) => byCount.parse(message(text)))
  await assert.rejects(byCount.parse(message('d')), ParseQueueFullError)
  await using byBytes = new ParsePool({ start, queueBytes: 10 })
  accepted.push(byBytes.parse(message('a')), byBytes.parse(message('b')))
  await assert.rejects(byBytes.parse(message('c')), ParseQueueFullError)
  assert.equal((await Promise.all(accepted)).length, 5)
})

test('closing the pool refuses messages that were not parsed', async () => {
  const pool = new ParsePool({ start })
  const first = assert.rejects(pool.parse(message('a')), ParsePoolClosedError)
  const second = assert.rejects(pool.parse(message('b')), ParsePoolClosedError)
  await pool[Symbol.asyncDispose]()
  await Promise.all([first, second])
  await assert.rejects(pool.parse(message('c')), ParsePoolClosedError)
})
