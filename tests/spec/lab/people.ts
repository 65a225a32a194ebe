import type { Role } from '@host/plugin'
import type { Answer, Visitor } from './visitor.ts'

/** A workspace with a member in each role, beside another one. */
export interface People {
  /** Instance admin, and owner of the first workspace. */
  readonly ada: Visitor
  /** Admin of the first workspace. */
  readonly ben: Visitor
  /** Member of the first workspace. */
  readonly cleo: Visitor
  /** Owner of the second workspace. */
  readonly dora: Visitor
  /** Has an account and no workspace. */
  readonly eve: Visitor
}

/** Everyone's password. */
export const password = 'tea-houses by the sea'

/** The email address of a test user. */
export const emailOf = (name: string): string => `${name}@example.test`

/** Adds users beside the first admin of an empty database. @param visitor creates a visitor without a session */
export async function invitePeople(visitor: () => Visitor): Promise<People> {
  const ada = await visitor().signIn(emailOf('ada'), password)
  const ben = await inviteMember(ada, visitor(), { name: 'ben', role: 'admin' })
  const cleo = await inviteMember(ada, visitor(), { name: 'cleo', role: 'member' })
  const [dora, eve] = [await invite(ada, visitor(), 'dora'), await invite(ada, visitor(), 'eve')]
  await expect(201, dora.post('/api/workspaces', { name: 'Studio' }))
  return { ada, ben, cleo, dora: await dora.signIn(emailOf('dora'), password), eve }
}

/** Adds a member to an owner's workspace, and signs them in. */
export async function inviteMember(
  owner: Visitor,
  visitor: Visitor,
  { name, role }: { readonly name: string; readonly role: Role },
): Promise<Visitor> {
  return await join(owner, await invite(owner, visitor, name), { name, role })
}

/** Adds an existing user to an owner's workspace, and has their session use it last. */
export async function join(
  owner: Visitor,
  invited: Visitor,
  { name, role }: { readonly name: string; readonly role: Role },
): Promise<Visitor> {
  const { items } = await expect<Invitations>(201, owner.post('/api/invitations', { emails: [emailOf(name)], role }))
  const token = new URL(items[0]?.link ?? '', 'http://host.test').searchParams.get('token')
  await expect(200, invited.post('/api/auth/accept-invitation', { token }))
  return await invited.refresh()
}

/** Makes an account, and signs it in. */
export async function invite(admin: Visitor, visitor: Visitor, name: string): Promise<Visitor> {
  await expect(201, admin.post('/api/instance/users', { email: emailOf(name), name, password }))
  return await visitor.signIn(emailOf(name), password)
}

/** The response to an invitation, whose link is handed over when no email is sent. */
interface Invitations {
  readonly items: readonly { readonly link: string | null }[]
}

async function expect<Body = unknown>(status: number, answer: Promise<Answer>): Promise<Body> {
  const { status: actual, body } = await answer
  if (actual !== status) throw new Error(`Expected ${status}, got ${actual}: ${JSON.stringify(body)}`)
  return body as Body
}
