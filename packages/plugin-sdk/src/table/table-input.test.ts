import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpointsWith } from '@host/plugin/wire'
import type { FilterDefinitions, FilterValues } from './filter-definition.ts'
import { tableInput } from './table-input.ts'

const defineEndpoint = endpointsWith(z.toJSONSchema)
const Notes = z.object({ items: z.array(z.object({ id: z.string() })), nextCursor: z.nullable(z.string()) })
const listNotes = defineEndpoint({
  pattern: 'GET /api/x/notes/notes',
  input: z.strictObject({
    q: z.optional(z.string()),
    sort: z.optional(z.enum(['title', '-title'])),
    state: z.optional(z.enum(['open', 'done'])),
    isMine: z.optional(z.boolean()),
    createdAtFrom: z.optional(z.string()),
    createdAtTo: z.optional(z.string()),
    sizeFrom: z.optional(z.number()),
    sizeTo: z.optional(z.number()),
  }),
  output: Notes,
  summary: 'List the notes',
})
const plain = defineEndpoint({
  pattern: 'GET /api/x/notes/plain',
  input: z.strictObject({ cursor: z.optional(z.string()) }),
  output: Notes,
  summary: 'List without a search',
})

const filters = {
  state: { kind: 'choice', label: 'State', options: [{ value: 'open', label: 'Open' }] },
  isMine: { kind: 'boolean', label: 'Mine' },
  createdAt: { kind: 'dates', label: 'Created' },
  size: { kind: 'numbers', label: 'Size' },
} as const satisfies FilterDefinitions

const table = (
  values: FilterValues<typeof filters>,
  { search = '', sortText }: { search?: string; sortText?: string } = {},
) => ({
  search,
  sortText,
  filters: values,
})

test('search, order and filters of a table become the input of its list', () => {
  const { createdAtFrom, createdAtTo, ...input } = tableInput(
    listNotes,
    table(
      { state: 'open', isMine: false, createdAt: { from: '2026-01-31', to: '2026-02-01' } },
      { search: 'tea', sortText: '-title' },
    ),
  )
  expect(input).toEqual({ q: 'tea', sort: '-title', state: 'open', isMine: false })
  // The end of the range is the midnight after its last day.
  expect(Date.parse(createdAtTo ?? '') - Date.parse(createdAtFrom ?? '')).toBe(2 * 86_400_000)
})

test('nothing is sent for a table as it is by itself, and half a range sends its end alone', () => {
  expect(tableInput(listNotes, table({}))).toEqual({})
  expect(Object.keys(tableInput(listNotes, table({ createdAt: { to: '2026-02-01' } })))).toEqual(['createdAtTo'])
  expect(tableInput(listNotes, table({ size: { from: 0 } }))).toEqual({ sizeFrom: 0 })
})

test('a search that an address names is not sent to a list without one', () => {
  expect(tableInput(plain, { search: 'tea', sortText: 'title', filters: {} })).toEqual({})
})

test('a filter that the endpoint does not have does not compile', () => {
  const other = { owner: { kind: 'text', label: 'Owner' } } as const satisfies FilterDefinitions
  const values: FilterValues<typeof other> = { owner: 'ada' }
  // @ts-expect-error the endpoint has no filter "owner"
  expect(tableInput<typeof plain, typeof other>(plain, { search: '', sortText: undefined, filters: values })).toEqual(
    {},
  )
})
