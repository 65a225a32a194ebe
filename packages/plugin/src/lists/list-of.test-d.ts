import * as z from 'zod/mini'
import { listOf, type Page, type ScopedDatabase } from '../index.ts'
import { listInput } from '../zod.ts'

interface Tables {
  readonly notes_notes: { id: string; title: string | null; stars: number; created_at: string }
}

declare const db: ScopedDatabase<Tables>
const notes = db.selectFrom('notes_notes').selectAll()

const Plain = listInput()
declare const plain: z.infer<typeof Plain>
const Full = listInput({
  sort: ['title', 'createdAt'],
  filters: { stars: z.int() },
  ranges: ['createdAt'],
  search: true,
})
declare const full: z.infer<typeof Full>

export const rows: Promise<Page<{ id: string; title: string | null; stars: number; created_at: string }>> = listOf(
  { db, input: plain },
  notes,
  {},
)
const sort = { title: { text: 'title' }, createdAt: 'created_at' } as const
const search = ['title'] as const
const filter = {
  stars: ['stars', '>='],
  createdAtFrom: ['created_at', '>='],
  createdAtTo: ['created_at', '<'],
} as const
export const titles: Promise<Page<string | null>> = listOf({ db, input: full }, notes, {
  sort,
  filter,
  usual: '-createdAt',
  search,
  item: ({ title }) => title,
})
void listOf({ db, input: full }, notes, {
  sort,
  search,
  filter: { ...filter, stars: { where: (build, value: number) => build('stars', '<>', value) } },
})

export const chosen: 'title' | '-title' | 'createdAt' | '-createdAt' | undefined = full.sort
export const moment: string | undefined = full.createdAtFrom

// @ts-expect-error an order of the input that the list does not have
void listOf({ db, input: full }, notes, { sort: { title: 'title' }, filter, search })
// @ts-expect-error a filter of the input that the list does not have
void listOf({ db, input: full }, notes, { sort, search, filter: { stars: 'stars' } })
// @ts-expect-error no order and no filter, although the input offers both
void listOf({ db, input: full }, notes, {})
// @ts-expect-error a search that the list does not have
void listOf({ db, input: full }, notes, { sort, filter })
// @ts-expect-error an unknown column of a search
void listOf({ db, input: full }, notes, { sort, filter, search: ['text'] })
// @ts-expect-error an unknown column of an order
void listOf({ db, input: full }, notes, { sort: { ...sort, title: 'name' }, filter, search })
// @ts-expect-error a usual order that the input does not offer
void listOf({ db, input: full }, notes, { sort, filter, search, usual: 'stars' })
