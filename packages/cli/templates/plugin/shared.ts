/** Endpoints that the server half and the pages share. */
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Item = z.object({ id: z.string(), title: z.string(), createdAt: z.string() })

/** The workspace's items, newest first. */
export const listItems = defineEndpoint({
  pattern: 'GET /api/x/blank-plugin/items',
  input: listInput(),
  output: pageOf(Item),
  summary: 'List items',
})

/**
 * Adds an item; a repeat with the same idempotency key adds none. The item and the stored answer share a transaction,
 * so this also holds after a crash.
 */
export const createItem = defineEndpoint({
  pattern: 'POST /api/x/blank-plugin/items',
  input: z.strictObject({ title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  output: Item,
  status: 201,
  atomic: true,
  summary: 'Add an item',
})
