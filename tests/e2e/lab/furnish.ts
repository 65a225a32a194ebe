import { Visitor } from '../../spec/lab/visitor.ts'
import type { Person, Stage } from './stage.ts'

const password = 'four quiet paper boats'
const people = {
  admin: { name: 'Admin', email: 'admin@example.test', password },
  member: { name: 'Member', email: 'member@example.test', password },
} as const
const others = {
  guest: { name: 'Guest', email: 'guest@example.test', password },
  newcomer: { name: 'Newcomer', email: 'newcomer@example.test', password },
} as const
const greetings = ['Welcome, everybody', 'The harbour plan is ready to read', 'Good morning']
const notes = ['Moss on the north side', 'Heron at the weir']
const books = [
  { title: 'The Peregrine', author: 'J. A. Baker' },
  { title: 'The Living Mountain', author: 'Nan Shepherd' },
]

/** Fills a workspace as if it had been in use for a while; its reading list stays empty. Answers who is in it. */
export async function furnish(visitor: Visitor): Promise<typeof people> {
  for (const [role, person] of Object.entries(people)) {
    await create(visitor, '/api/instance/users', person)
    await join(visitor, person, role)
  }
  await create(visitor, '/api/invitations', { emails: ['invited@example.test'], role: 'member' })
  await create(visitor, '/api/tokens', { name: 'Nightly report', expiresInDays: 90 })
  await turnAway(visitor)
  for (const text of greetings) await create(visitor, '/api/x/hello/greetings', { text })
  for (const title of notes) await create(visitor, '/api/x/field-notes/items', { title })
  await create(visitor, '/api/workspaces', { name: 'Harbour' })
  return people
}

/** Adds books to the list, and creates a user without a workspace and a user whose workspace is new. */
export async function furnishNewcomers({
  url,
  visitor,
}: Stage): Promise<Readonly<Record<keyof typeof others, Person>>> {
  for (const book of books) await create(visitor, '/api/x/reading-list/books', book)
  for (const person of Object.values(others)) await create(visitor, '/api/instance/users', person)
  const newcomer = await new Visitor(url).signIn(others.newcomer.email, password)
  await create(newcomer, '/api/workspaces', { name: 'Quiet' })
  return others
}

/** Adds an existing user to the workspace by an invitation, whose link is handed over when no email is sent. */
async function join(visitor: Visitor, { email }: Person, role: string): Promise<void> {
  const { items } = await create<Invitations>(visitor, '/api/invitations', { emails: [email], role })
  const token = new URL(items[0]?.link ?? '', visitor.base).searchParams.get('token')
  const invited = await new Visitor(visitor.base).signIn(email, password)
  await create(invited, '/api/auth/accept-invitation', { token })
}

interface Invitations {
  readonly items: readonly { readonly link: string | null }[]
}

async function create<Body>(visitor: Visitor, path: string, body: unknown): Promise<Body> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const { status, body: made } = await visitor.send<Body>('POST', path, { body, headers })
  if (status !== 201 && status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(made)}`)
  return made
}

/** Sends a wrong password, which the audit log of the instance records. */
async function turnAway(visitor: Visitor): Promise<void> {
  const { status } = await visitor.post('/api/auth/login', { email: people.admin.email, password: 'mistyped' })
  if (status !== 401) throw new Error(`A wrong password was answered with ${status}.`)
}
