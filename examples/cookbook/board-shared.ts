import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Stage = z.enum(['lead', 'offer', 'won'])
const DealOut = z.object({ id: z.string(), title: z.string(), stage: Stage })

/** The deals of every column, in their order. A board shows all of its cards, so the list has no pages. */
export const listDeals = defineEndpoint({
  pattern: 'GET /api/x/board/deals',
  input: nothing,
  output: z.object({ items: z.array(DealOut) }),
  summary: 'List the deals of the board',
})

export const addDeal = defineEndpoint({
  pattern: 'POST /api/x/board/deals',
  input: z.strictObject({ title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  output: DealOut,
  status: 201,
  summary: 'Add a deal',
})

/** Moves a deal to a column, in front of another deal; `before: null` is the end of the column. */
export const moveDeal = defineEndpoint({
  pattern: 'POST /api/x/board/deals/{id}/move',
  input: z.strictObject({ stage: Stage, before: z.nullable(z.string().check(z.maxLength(64))) }),
  output: DealOut,
  atomic: true,
  summary: 'Move a deal',
})
