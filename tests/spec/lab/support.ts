/** Support access of an instance admin to a workspace, by the routes of both sides. */
import { emailOf, password } from './people.ts'
import type { Answer, Visitor } from './visitor.ts'

/** A request, as both sides read it. */
export interface SupportRow {
  readonly id: string
  readonly state: string
  readonly until: string | null
  readonly minutes: number
}

/** An instance admin who is a member of no workspace. */
export async function addInstanceAdmin(ada: Visitor, visitor: Visitor, name: string): Promise<Visitor> {
  const email = emailOf(name)
  const made = await ada.post<{ id: string }>('/api/instance/users', { email, name, password })
  const { status } = await ada.send('PATCH', `/api/instance/users/${made.body.id}`, { body: { isInstanceAdmin: true } })
  if (status !== 200) throw new Error(`${name} could not be made an instance admin: ${status}`)
  return await visitor.signIn(email, password)
}

/** The workspace that a session uses last. */
export async function workspaceOf(person: Visitor): Promise<string> {
  const { body } = await person.get<{ workspace: { id: string } }>('/api/auth/me')
  return body.workspace.id
}

/** A request for a workspace. */
export interface SupportWish {
  readonly orgId: string
  readonly minutes?: number
  readonly reason?: string
}

/** Requests access. */
export async function requestSupport(
  admin: Visitor,
  { orgId, minutes = 60, reason = 'A broken import' }: SupportWish,
): Promise<Answer<SupportRow>> {
  return await admin.post<SupportRow>(`/api/instance/workspaces/${orgId}/support`, { reason, minutes })
}

/** Both sides of access. */
export interface SupportSides {
  readonly admin: Visitor
  readonly owner: Visitor
  readonly orgId: string
  readonly minutes?: number
}

/** Requests, grants and starts access. @returns the ID of the request */
export async function enterBySupport(
  { admin, owner, ...wish }: SupportSides,
  rights: 'read' | 'admin' = 'admin',
): Promise<string> {
  const { id, minutes } = (await requestSupport(admin, wish)).body
  const granted = await owner.post(`/api/support-access/${id}/grant`, { minutes, rights })
  const started = await admin.post(`/api/instance/workspaces/${wish.orgId}/support/start`, undefined)
  if (granted.status !== 200 || started.status !== 200) {
    throw new Error(`Support access could not start: ${granted.status}, ${JSON.stringify(started)}`)
  }
  return id
}
