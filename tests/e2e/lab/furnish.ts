import type { Visitor } from '../../spec/lab/visitor.ts'

const password = 'four quiet paper boats'
const people = [
  { name: 'Admin', email: 'admin@example.test', role: 'admin' },
  { name: 'Member', email: 'member@example.test', role: 'member' },
] as const
const greetings = ['Welcome, everybody', 'The harbour plan is ready to read', 'Good morning']
const notes = ['Moss on the north side', 'Heron at the weir']

/** Fills a workspace as if it had been in use for a while. */
export async function furnish(visitor: Visitor): Promise<void> {
  let sent = 0
  const create = async (path: string, body: unknown): Promise<void> => {
    const headers = { 'idempotency-key': `furnish-${(sent += 1)}` }
    const { status } = await visitor.send('POST', path, { body, headers })
    if (status !== 201 && status !== 200) throw new Error(`${path} answered ${status}.`)
  }
  for (const { name, email, role } of people) {
    await create('/api/instance/users', { name, email, password })
    await create('/api/members', { email, role })
  }
  await turnAway(visitor)
  for (const text of greetings) await create('/api/x/hello/greetings', { text })
  for (const title of notes) await create('/api/x/field-notes/items', { title })
  await create('/api/workspaces', { name: 'Harbour' })
}

/** Somebody mistypes a password, which the audit log of the instance tells of. */
async function turnAway(visitor: Visitor): Promise<void> {
  const { status } = await visitor.post('/api/auth/login', { email: people[0].email, password: 'mistyped' })
  if (status !== 401) throw new Error(`A wrong password was answered with ${status}.`)
}
