/** Calls of the sales plugin, and the databases of its tests. */
import { testDatabases } from '../database/test-databases.ts'
import type { LabPerson } from '../lab-host.ts'

/** The environment of each database, by its name for titles. */
export const databases = { SQLite: async () => ({}), PostgreSQL: onPostgres }

async function onPostgres(): Promise<Record<string, string>> {
  const database = await testDatabases.find(({ dialect }) => dialect === 'postgres')?.create()
  return { HOST_DATABASE_URL: database?.url ?? '' }
}

/** The members of an answer, and its status. */
export type Answer = Readonly<Record<string, unknown>> & { readonly status: number }

/** Calls an endpoint of the plugin: `GET /deals`. */
export async function ask(person: LabPerson, call: string, body?: unknown): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ')
  const address = `/api/x/sales${path}`
  // A repeat of a call is another one here.
  const headers = method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }
  const response = await person.call(method, address, body === undefined ? { headers } : { body, headers })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return { ...(isJson ? (JSON.parse(text) as object) : { text }), status: response.status }
}

/** The names of the records of a list. */
export const namesOf = ({ items }: Answer) => (items as { readonly name: string }[]).map(({ name }) => name)
/** The fields that a refusal names. */
export const pathsOf = ({ errors }: Answer) => (errors as { readonly path: string }[]).map(({ path }) => path)
