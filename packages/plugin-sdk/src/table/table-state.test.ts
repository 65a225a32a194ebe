import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTableState, writeTableState, type TableShape, type TableState } from './table-state.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 20_000 : 500

const shape = {
  filters: {
    role: {
      kind: 'choice',
      label: 'Role',
      options: [
        { value: 'admin', label: 'Admin' },
        { value: 'member', label: 'Member' },
      ],
    },
    plugin: { kind: 'choice', label: 'Plugin', options: [], isOpen: true },
    target: { kind: 'text', label: 'Target' },
    time: { kind: 'dates', label: 'Time' },
    active: { kind: 'boolean', label: 'Active' },
  },
  columns: [
    { key: 'name', isSortable: true },
    { key: 'email', isSortable: true, isHidden: true },
    { key: 'joined', isSortable: true },
    { key: 'remove', isFixed: true },
  ],
  defaultSort: { column: 'joined', descending: true },
} as const satisfies TableShape

function queryOf(state: TableState): URLSearchParams {
  const given = Object.entries(writeTableState(state, shape)).filter((one) => one[1] !== undefined)
  return new URLSearchParams(given as [string, string][])
}

const text = fc.string({ maxLength: 40 }).map((one) => one.trim())
const word = text.filter((one) => one !== '')
const day = fc
  .date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  .map((one) => one.toISOString().slice(0, 10))
const days = fc.oneof(
  day.map((from) => ({ from })),
  day.map((to) => ({ to })),
  fc.tuple(day, day).map(([one, other]) => (one < other ? { from: one, to: other } : { from: other, to: one })),
)
const filters = fc.record(
  { role: fc.constantFrom('admin', 'member'), plugin: word, target: word, time: days, active: fc.boolean() },
  { requiredKeys: [] },
)
const states: fc.Arbitrary<TableState> = fc.record({
  search: text,
  filters,
  sort: fc.record({ column: fc.constantFrom('name', 'email', 'joined'), descending: fc.boolean() }),
  columns: fc.constantFrom(undefined, ['name'], ['name', 'email', 'joined'], ['joined']),
  density: fc.constantFrom(undefined, 'compact' as const, 'comfortable' as const),
  page: fc.integer({ min: 1, max: 40 }),
  openId: fc.option(word),
})

const odd = fc.constantFrom(
  'a',
  'Z',
  '0',
  '9',
  '-',
  ',',
  '.',
  '%',
  '&',
  '=',
  '+',
  '#',
  ' ',
  '王',
  '\u0000',
  '\uD800',
  '😀',
)

test('the state written to an address is read back from it', () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(readTableState(queryOf(state), shape)).toEqual(state)
    }),
    { numRuns: runs },
  )
})

test('any address is read, and written the same from then on', () => {
  const names = ['q', 'sort', 'columns', 'density', 'page', 'open', ...Object.keys(shape.filters), 'foreign']
  const queries = fc.array(fc.tuple(fc.constantFrom(...names), fc.oneof(fc.string({ maxLength: 30, unit: odd }), day)))
  fc.assert(
    fc.property(queries, (entries) => {
      const once = readTableState(new URLSearchParams(entries), shape)
      expect(readTableState(queryOf(once), shape)).toEqual(once)
    }),
    { numRuns: runs },
  )
})

test('a list as it is by itself has a plain address', () => {
  const state = readTableState(new URLSearchParams(), shape)
  expect(queryOf(state).toString()).toBe('')
  expect(queryOf({ ...state, columns: ['name', 'joined'] }).toString()).toBe('')
})

test.each([
  'role=owner',
  'active=true',
  'time=2026-02-30..',
  'time=2026-02-02..2026-02-01',
  'time=..',
  'time=yesterday',
  'sort=password',
  'sort=remove',
  'sort=__proto__',
  'columns=password,remove',
  'density=tiny',
  'page=0',
  'page=-1',
  'page=1.5',
  'page=1e9x',
  `target=${'t'.repeat(201)}`,
  `open=${'o'.repeat(421)}`,
])('%s counts as not there', (query) => {
  expect(readTableState(new URLSearchParams(query), shape)).toEqual(readTableState(new URLSearchParams(), shape))
})

test('a row is opened whose ID is a name of 253 characters with a type', () => {
  const id = `${'a'.repeat(253)} NSEC3PARAM`
  expect(readTableState(new URLSearchParams({ open: id }), shape).openId).toBe(id)
})
