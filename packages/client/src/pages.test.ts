import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineEndpoint } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { createClient, items, pages, type Client } from './index.ts'

const list = defineEndpoint({
  pattern: 'GET /notes',
  input: z.object({ status: z.optional(z.string()), cursor: z.optional(z.string()) }),
  output: z.object({ items: z.array(z.number()), nextCursor: z.nullable(z.string()) }),
  summary: 'List',
  toJSONSchema: z.toJSONSchema,
})

/** A client of a server that answers these pages by their cursor. */
function listOf(answers: Readonly<Record<string, unknown>>): { readonly client: Client; readonly asked: string[] } {
  const asked: string[] = []
  const client = createClient({
    baseUrl: 'https://work.example',
    retry: false,
    fetch: async (url) => {
      const { searchParams, search } = url as URL
      asked.push(search)
      return Response.json(answers[searchParams.get('cursor') ?? ''])
    },
  })
  return { client, asked }
}

async function taken<Item>(from: AsyncIterable<Item>, most = Infinity): Promise<readonly Item[]> {
  const all: Item[] = []
  for await (const item of from) {
    all.push(item)
    if (all.length >= most) break
  }
  return all
}

test('§A20 a list is read page after page with the same filter, until there is no cursor', async () => {
  const { client, asked } = listOf({
    '': { items: [1, 2], nextCursor: 'a b' },
    'a b': { items: [], nextCursor: 'c' },
    c: { items: [3], nextCursor: null },
  })
  assert.deepEqual(await taken(items(client, list, { status: 'open' })), [1, 2, 3])
  assert.deepEqual(asked, ['?status=open', '?status=open&cursor=a+b', '?status=open&cursor=c'])
  const sizes = (await taken(pages(client, list))).map((page) => page.items.length)
  assert.deepEqual(sizes, [2, 0, 1])
})

test('a page that is not consumed is not requested', async () => {
  const { client, asked } = listOf({ '': { items: [1, 2], nextCursor: 'a' }, a: { items: [3], nextCursor: null } })
  assert.deepEqual(await taken(items(client, list), 2), [1, 2])
  assert.equal(asked.length, 1)
})

test('a list may begin at a cursor', async () => {
  const { client } = listOf({ a: { items: [3], nextCursor: null } })
  assert.deepEqual(await taken(items(client, list, { cursor: 'a' })), [3])
})

test('§A20 a list that comes back to a page ends with an error instead of never', async () => {
  for (const next of ['a', 'b']) {
    const { client, asked } = listOf({
      '': { items: [1], nextCursor: 'a' },
      a: { items: [2], nextCursor: next },
      b: { items: [3], nextCursor: 'a' },
    })
    await assert.rejects(taken(items(client, list)), { name: 'ClientError', code: 'unexpected_answer' })
    assert.ok(asked.length <= 3)
  }
})

test('an answer that is not a page is an unexpected one', async () => {
  for (const answer of [
    null,
    7,
    [],
    {},
    { items: [] },
    { items: {}, nextCursor: null },
    { items: [], nextCursor: 7 },
  ]) {
    const { client } = listOf({ '': answer })
    await assert.rejects(taken(items(client, list)), { code: 'unexpected_answer' }, JSON.stringify(answer))
  }
})
