import { defineEndpoint, nothing } from '@host/plugin/wire'
import * as z from 'zod/mini'
import { attempt, createClient, events, isDeclared, items, match, pages } from './index.ts'

const client = createClient({ baseUrl: 'http://localhost' })
const Note = z.object({ id: z.string(), title: z.string() })
const toJSONSchema = z.toJSONSchema

const ping = defineEndpoint({ pattern: 'POST /ping', input: nothing, output: nothing, summary: 'Ping' })
const listNotes = defineEndpoint({
  pattern: 'GET /notes',
  input: z.object({ status: z.optional(z.string()), cursor: z.optional(z.string()) }),
  output: z.object({ items: z.array(Note), nextCursor: z.nullable(z.string()) }),
  summary: 'List notes',
  toJSONSchema,
})
const touchNote = defineEndpoint({
  pattern: 'POST /notes/{id}/touch',
  input: z.object({}),
  output: nothing,
  summary: 'Touch a note',
  toJSONSchema,
})
const count = defineEndpoint({
  pattern: 'GET /count',
  input: z.strictObject({}),
  output: z.number(),
  summary: 'Count notes',
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
  errors: ['conflict', 'gone'],
  summary: 'Rename a note',
  toJSONSchema,
})

/** §A15 A call's input and output are those of the definition. */
export async function good(signal: AbortSignal): Promise<string> {
  await client.call(ping)
  await client.call(ping, undefined, { signal })
  await client.call(listNotes)
  await client.call(listNotes, { status: 'open' }, { signal, retry: { attempts: 5, withinMilliseconds: 1_000 } })
  const renamed = await client.call(renameNote, { id: 'a', title: 'b' }, { idempotencyKey: 'k', retry: false })
  await client.call(touchNote, { id: 'a' })
  await client.call(count)
  await client.call(count, {}, { signal })
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
  // @ts-expect-error the body has an unknown property
  await client.call(renameNote, { id: 'a', title: 'b', colour: 'red' })
  // @ts-expect-error an object without properties takes none
  await client.call(count, { id: 'a' })
  // @ts-expect-error the wildcard is missing beside an object without properties
  await client.call(touchNote, {})
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

/** §A16 Errors are variants, and one that a definition names has to be handled. */
export async function goodErrors(): Promise<string> {
  const renamed = await attempt(client, renameNote, { id: 'a', title: 'b' })
  if (!renamed.ok && renamed.error.code === 'conflict') return `${renamed.error.status} ${renamed.error.message}`
  const said: string = match(renamed, {
    ok: (note) => note.title,
    not_found: (error) => error.message,
    conflict: ({ code }: { readonly code: 'conflict' }) => code,
    gone: () => 'gone',
    otherwise: ({ code }) => code,
  })
  const pinged: number | undefined = match(await attempt(client, ping), {
    ok: () => undefined,
    otherwise: (error) => error.status,
  })
  return said + String(pinged)
}

export async function everyCase(): Promise<string> {
  const { ok, error, value } = await attempt(client, renameNote, { id: 'a', title: 'b' })
  if (ok) return value.title
  if (error.code === 'not_found' || error.code === 'conflict' || error.code === 'gone') return error.code
  const { code } = error
  // @ts-expect-error the errors of the definition have been handled
  const named: 'conflict' = code
  // @ts-expect-error the errors of every call have more codes
  const network: 'network' = code
  return named + network
}

export async function badErrors(): Promise<void> {
  const renamed = await attempt(client, renameNote, { id: 'a', title: 'b' })
  const rest = { ok: () => 1, gone: () => 1, otherwise: () => 1 }
  // @ts-expect-error conflict, which the definition names, is not handled
  match(renamed, { ...rest, not_found: () => 1 })
  // @ts-expect-error not_found, which the pattern names, is not handled
  match(renamed, { ...rest, conflict: () => 1 })
  // @ts-expect-error nothing is done for the rest
  match(renamed, { ok: () => 1, gone: () => 1, conflict: () => 1, not_found: () => 1 })
  const all = { ...rest, conflict: () => 1, not_found: () => 1 }
  // @ts-expect-error the definition names no such error
  match(renamed, { ...all, forbidden: () => 1 })
  // @ts-expect-error the definition of a ping names no error
  match(await attempt(client, ping), { ok: () => 1, conflict: () => 1, otherwise: () => 1 })
  // @ts-expect-error the value is there only where the call was answered
  void renamed.value.title
  // @ts-expect-error an attempt has the input of the call
  await attempt(client, renameNote, { id: 'a' })
  try {
    await client.call(renameNote, { id: 'a', title: 'b' })
  } catch (error) {
    if (!isDeclared(renameNote, error)) throw error
    const code: 'conflict' | 'gone' | 'not_found' = error.code
    // @ts-expect-error the definition names more
    const one: 'conflict' = error.code
    void [code, one]
  }
}

export async function streams(signal: AbortSignal): Promise<void> {
  for await (const { event, data } of events(client, 'GET /live', {}, { signal, reconnect: true })) void [event, data]
  for await (const { title } of items(client, listNotes, { status: 'open' })) void title
  for await (const page of pages(client, listNotes)) void page.items.length
  const download: Response = await client.open('GET /files/{path...}', { path: 'a/b.txt', version: 2 })
  void download
  // @ts-expect-error the wildcard is missing
  await client.open('GET /files/{path...}')
  // @ts-expect-error the wildcard has another name
  await client.open('GET /files/{path...}', { id: 'a' })
  // @ts-expect-error a pattern names its method
  await client.open('/files')
  // @ts-expect-error the endpoint answers no pages
  for await (const note of items(client, readNote, { id: 'a' })) void note
  // @ts-expect-error a list is read
  for await (const note of items(client, renameNote, { id: 'a', title: 'b' })) void note
  // @ts-expect-error the list has no such filter
  for await (const note of items(client, listNotes, { colour: 'red' })) void note
}
