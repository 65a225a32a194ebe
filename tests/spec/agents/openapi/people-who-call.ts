/** Callers of operations. They are separate from the users that calls name by ID, which may be removed. */
import { emailOf, inviteMember, password } from '../../lab/people.ts'
import type { SpecHost } from '../../lab/spec-host.ts'
import type { Visitor } from '../../lab/visitor.ts'
import { fillWorkspace } from '../../access/matrix/fill-workspace.ts'
import type { Things } from '../../access/matrix/foreign-ids.ts'

/** A caller. */
export interface Somebody {
  readonly name: string
  /** Credentials of a valid session. */
  headers(): Promise<Readonly<Record<string, string>>>
}

/** The callers, and the records to name. */
export interface Company {
  /** By the audience that they are the lowest of. */
  readonly lowest: Readonly<Record<string, Somebody>>
  readonly member: Somebody
  /** With one scope, of a plugin that has no operation. */
  readonly powerless: Somebody
  readonly things: Things
}

export async function gather(host: SpecHost): Promise<Company> {
  const { ada, ben, cleo, dora } = await host.people()
  const spare = await inviteMember(ada, host.visitor(), { name: 'frank', role: 'member' })
  const things = await fillWorkspace(host.host, ada, spare)
  const { body } = await ben.post<{ token: string }>('/api/tokens', { name: 'Powerless', scopes: ['idle.read'] })
  const member = inSession('member', cleo, 'cleo')
  const anybody: Somebody = { name: 'a stranger', headers: () => Promise.resolve({}) }
  const lowest = {
    public: anybody,
    user: inSession('user', dora, 'dora'),
    member,
    admin: inSession('admin', ben, 'ben'),
    owner: inSession('owner', ada, 'ada'),
    instance: inSession('instance admin', ada, 'ada'),
  }
  const powerless = { name: 'a token', headers: () => Promise.resolve({ authorization: `Bearer ${body.token}` }) }
  return { lowest, member, powerless, things }
}

/** Signs in again where a call has ended the session, and stays out where so many guesses have closed the account for a while. */
function inSession(name: string, visitor: Visitor, person: string): Somebody {
  return {
    name: `${name} ${person}`,
    async headers() {
      const { status } = await visitor.get('/api/auth/me')
      await (status === 200 ? visitor.refresh() : visitor.signIn(emailOf(person), password).catch(() => undefined))
      return visitor.standing
    },
  }
}
