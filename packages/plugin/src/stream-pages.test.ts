import assert from 'node:assert/strict'
import { test } from 'node:test'
import { streamPages, type StreamedPage } from './stream-pages.ts'

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Counts the turns of the event loop until it is stopped. */
function countTurns(): { readonly turns: () => number; readonly stop: () => void } {
  let turns = 0
  let next: NodeJS.Immediate
  const count = (): void => {
    turns += 1
    next = setImmediate(count)
  }
  next = setImmediate(count)
  return { turns: () => turns, stop: () => clearImmediate(next) }
}

/** Pages that are available at once, with a record of their use. */
function pagesOf(...pages: readonly StreamedPage[]) {
  const seen = { made: 0, isOver: false }
  async function* source(): AsyncGenerator<StreamedPage> {
    try {
      for (const page of pages) {
        seen.made += 1
        yield page
      }
    } finally {
      seen.isOver = true
    }
  }
  return { seen, source: source() }
}

test('texts and bytes are sent in their order, and empty pages are left out', async () => {
  const { source } = pagesOf('你好 ', '', new TextEncoder().encode('bytes'), new Uint8Array(), ' end')
  const chunks = await Array.fromAsync(streamPages(source))
  assert.deepEqual([chunks.length, Buffer.concat(chunks).toString()], [3, '你好 bytes end'])
})

test('the event loop turns at least once between two pages of a source that never waits', async () => {
  const { source } = pagesOf(...Array.from({ length: 500 }, (_, page) => `page ${page}\n`))
  const counted = countTurns()
  const reader = streamPages(source).getReader()
  let before = -1
  for (let page = 0; page < 500; page += 1) {
    assert.equal((await reader.read()).done, false)
    assert.ok(counted.turns() > before, `page ${page} came in the turn of the one before`)
    before = counted.turns()
  }
  counted.stop()
})

test('no page is made before it is read, and one read makes one page', async () => {
  const { seen, source } = pagesOf('a', 'b', 'c', 'd')
  const body = streamPages(source)
  for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  assert.equal(seen.made, 0)
  const reader = body.getReader()
  for (const expected of [1, 2, 3]) {
    await reader.read()
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
    assert.equal(seen.made, expected)
  }
})

test('a reader that leaves ends the source, in the middle of a page and before the first', async () => {
  const begun = pagesOf('a', 'b', 'c')
  const reader = streamPages(begun.source).getReader()
  await reader.read()
  const reading = reader.read()
  await reader.cancel()
  await reading
  assert.deepEqual([begun.seen.isOver, begun.seen.made], [true, 1])
  let isReturned = false
  const iterator = {
    next: async () => assert.fail('read'),
    return: async () => ((isReturned = true), { done: true as const, value: undefined }),
  }
  await streamPages({ [Symbol.asyncIterator]: () => iterator }).cancel()
  assert.equal(isReturned, true)
})

test('a source that throws fails the body with its own error', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'first'
    throw new Error('the page could not be read')
  }
  const reader = streamPages(failing()).getReader()
  await reader.read()
  await assert.rejects(reader.read(), /the page could not be read/)
})

test('a page that is neither text nor bytes fails the body and ends the source', async () => {
  const { seen, source } = pagesOf('a', 7 as never, 'c')
  const reader = streamPages(source).getReader()
  await reader.read()
  await assert.rejects(reader.read(), /must be text or bytes, not number/)
  assert.equal(seen.isOver, true)
})
