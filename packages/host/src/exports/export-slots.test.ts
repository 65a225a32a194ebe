import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { ExportSlots } from './export-slots.ts'

const stallLimit = 60_000

function open(limit = stallLimit) {
  const warned: unknown[] = []
  const slots = new ExportSlots({ warn: (_, fields) => void warned.push(fields) }, limit)
  return { slots, warned }
}

/** Pages that count how many were made and whether they were ended. */
function pages(most = 3) {
  const seen = { made: 0, isOver: false }
  async function* source(): AsyncGenerator<string> {
    try {
      for (; seen.made < most;) {
        seen.made += 1
        yield `page ${seen.made}`
      }
    } finally {
      seen.isOver = true
    }
  }
  return { seen, source: source() }
}

const refused = (code: string, retryAfter: string) => (error: unknown) =>
  error instanceof Problem && error.code === code && error.options.headers?.['retry-after'] === retryAfter

test('a workspace runs one export at a time, and the refusal reads nothing and says when to try again', async () => {
  const { slots } = open()
  const first = slots.open('org_a', pages().source)
  const second = pages()
  assert.throws(() => slots.open('org_a', second.source), refused('too_many_requests', '60'))
  assert.equal(second.seen.made, 0)
  assert.throws(() => slots.check('org_a'), refused('too_many_requests', '60'))
  assert.equal(await new Response(first).text(), 'page 1page 2page 3')
  slots.check('org_a')
  assert.equal(slots.running, 0, 'a check takes no place')
  assert.equal(await new Response(slots.open('org_a', pages(1).source)).text(), 'page 1')
})

test('a process runs four exports, the instance its own among them', async () => {
  const { slots } = open()
  const running = [undefined, 'org_a', 'org_b', 'org_c'].map((orgId) => slots.open(orgId, pages().source))
  assert.throws(() => slots.open('org_d', pages().source), refused('overloaded', '120'))
  assert.throws(() => slots.check('org_d'), refused('overloaded', '120'))
  assert.throws(() => slots.open(undefined, pages().source), refused('too_many_requests', '60'))
  await running[2]?.cancel()
  assert.equal(slots.running, 3)
  await slots.open('org_d', pages().source).cancel()
})

test('a place is free again when the export ends, fails, or is left before or after its first page', async () => {
  const { slots } = open()
  await new Response(slots.open('org_a', pages().source)).text()
  assert.equal(slots.running, 0)
  async function* failing(): AsyncGenerator<string> {
    yield 'first'
    throw new Error('the bucket is away')
  }
  await assert.rejects(new Response(slots.open('org_a', failing())).text(), /the bucket is away/)
  assert.equal(slots.running, 0)
  const left = pages()
  const reader = slots.open('org_a', left.source).getReader()
  await reader.read()
  await reader.cancel()
  assert.deepEqual([slots.running, left.seen.isOver], [0, true])
  await slots.open('org_a', pages().source).cancel()
  assert.equal(slots.running, 0)
})

test('an export that is not read for five minutes ends, and its reader learns of it', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { slots, warned } = open()
  const { seen, source } = pages(100)
  const reader = slots.open('org_a', source).getReader()
  for (let page = 0; page < 10; page += 1) {
    await reader.read()
    context.mock.timers.tick(stallLimit - 1)
    assert.equal(slots.running, 1, 'each page that is taken is progress')
  }
  context.mock.timers.tick(1)
  assert.deepEqual([slots.running, warned], [0, [{ orgId: 'org_a' }]])
  await assert.rejects(reader.read(), /canceled because the client stopped reading/)
  assert.deepEqual([seen.isOver, seen.made], [true, 10])
})

test('an export whose source hangs gives its place back', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { slots } = open()
  async function* hanging(): AsyncGenerator<string> {
    yield await new Promise<string>(() => undefined)
  }
  const body = slots.open('org_a', hanging())
  void body.getReader().read()
  await Promise.resolve()
  context.mock.timers.tick(stallLimit)
  assert.equal(slots.running, 0)
})
