import { defineEndpoint, nothing } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { createClient } from './index.ts'

const client = createClient({ baseUrl: 'http://localhost' })
const Note = z.object({ id: z.string(), title: z.string() })
const toJSONSchema = z.toJSONSchema

const ping = defineEndpoint({ pattern: 'POST /ping', input: nothing, output: nothing, summary: 'Ping' })
const listNotes = defineEndpoint({
  pattern: 'GET /notes',
  input: z.object({ status: z.optional(z.string()) }),
  output: z.array(Note),
  summary: 'List notes',
  toJSONSchema,
})
const readNote = defineEndpoint({
  pattern: 'GET /notes/{id}',
  input: nothing,
  output: Note,
  summary: 'Read a note',
  toJSONSchema,
})
const renameNote = defineEndpoint({
  pattern: 'PATCH /notes/{id}',
  input: z.object({ title: z.string() }),
  output: Note,
  summary: 'Rename a note',
  toJSONSchema,
})

export async function good(signal: AbortSignal): Promise<string> {
  await client.call(ping)
  await client.call(ping, undefined, { signal })
  await client.call(listNotes)
  await client.call(listNotes, { status: 'open' }, { signal })
  const renamed = await client.call(renameNote, { id: 'a', title: 'b' }, { idempotencyKey: 'k' })
  const { title } = await client.call(readNote, { id: 'a' })
  return title + renamed.id
}

export async function bad(): Promise<void> {
  // @ts-expect-error the wildcard is missing
  await client.call(readNote)
  // @ts-expect-error the wildcard has another name
  await client.call(readNote, { noteId: 'a' })
  // @ts-expect-error a wildcard is text
  await client.call(readNote, { id: 1 })
  // @ts-expect-error the body is missing
  await client.call(renameNote, { id: 'a' })
  // @ts-expect-error the body has another type
  await client.call(renameNote, { id: 'a', title: 1 })
  // @ts-expect-error the body has a property that nobody knows
  await client.call(renameNote, { id: 'a', title: 'b', colour: 'red' })
  // @ts-expect-error nothing is taken
  await client.call(ping, { id: 'a' })
  // @ts-expect-error an option that does not exist
  await client.call(ping, undefined, { retries: 3 })
  // @ts-expect-error the answer has another type
  const title: number = (await client.call(readNote, { id: 'a' })).title
  // @ts-expect-error an answer without content has nothing to read
  const id: string = (await client.call(ping)).id
  void [title, id]
}
