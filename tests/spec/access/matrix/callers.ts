/** All kinds of callers of a route, and the expected answers of the guard. */
import { hasRole, type Role } from '@host/plugin'
import { SignIn } from '@host/plugin/platform'
import { emailOf, password } from '../../lab/people.ts'
import { reviewedFor } from '../../lab/reviewed-routes.ts'
import { addInstanceAdmin, enterBySupport, workspaceOf } from '../../lab/support.ts'
import type { SpecHost } from '../../lab/spec-host.ts'
import type { Visitor } from '../../lab/visitor.ts'
import type { EditionRoute } from './edition-routes.ts'

/** A caller and its relation to the guard. */
export interface MatrixCaller {
  readonly name: string
  readonly role?: Role
  readonly isInstanceAdmin?: boolean
  /** Undefined for a session; the scopes of a token otherwise. */
  readonly scopes?: ReadonlySet<string>
  /** Whether its credentials are invalid. */
  readonly isRefused?: boolean
  /** Whether the single sign-on of a workspace began their session. */
  readonly isConfined?: boolean
  /** The rights of an instance admin who is in the workspace by support access. */
  readonly support?: 'read' | 'admin'
  readonly visitor: Visitor
  readonly headers: Readonly<Record<string, string>>
}

/** How the guard of a route answers: `in`, or why not. */
export type GuardAnswer =
  | 'in'
  | '400'
  | '401'
  | '404'
  | 'role'
  | 'workspace'
  | 'session'
  | 'scope'
  | 'approval'
  | 'confined'

interface Minted {
  readonly token: string
}

/** The scope that makes a token that of an agent. */
const agentScope = 'mcp.use'

/** Signs everyone in and makes their tokens: with all scopes, with those of programs, and with one that no route takes. */
export async function matrixCallers(host: SpecHost): Promise<readonly MatrixCaller[]> {
  const { ada, ben, cleo, dora, eve } = await host.people()
  const scopesAt = async (path: string): Promise<readonly string[]> => {
    const { body } = await ada.get<{ items: { name: string }[] }>(path)
    return body.items.map(({ name }) => name)
  }
  const all = await scopesAt('/api/tokens/scopes')
  const ofPrograms = all.filter((scope) => scope !== agentScope)
  const ofInstance = await scopesAt('/api/instance/tokens/scopes')
  const bearer = async (person: Visitor, path: string, scopes: readonly string[]) => {
    const { status, body } = await person.post<Minted>(path, { name: 'Matrix', scopes })
    if (status !== 201) throw new Error(`No token: ${status} ${JSON.stringify(body)}`)
    return { visitor: host.visitor(), headers: { authorization: `Bearer ${body.token}` }, scopes: new Set(scopes) }
  }
  const frank = await disabledHolder(host, ada)
  return [
    { name: 'anonymous', visitor: host.visitor(), headers: {} },
    { name: 'member', role: 'member', visitor: cleo, headers: {} },
    { name: 'admin', role: 'admin', visitor: ben, headers: {} },
    { name: 'owner of another', role: 'owner', visitor: dora, headers: {} },
    { name: 'owner and instance admin', role: 'owner', isInstanceAdmin: true, visitor: ada, headers: {} },
    { name: 'member of no workspace', visitor: eve, headers: {} },
    {
      name: 'member by single sign-on',
      role: 'member',
      isConfined: true,
      visitor: await confined(host, cleo),
      headers: {},
    },
    await supported({ host, ada }, 'admin'),
    await supported({ host, ada }, 'read'),
    { name: 'token of a member', role: 'member', ...(await bearer(cleo, '/api/tokens', ofPrograms)) },
    { name: 'token of an admin', role: 'admin', ...(await bearer(ben, '/api/tokens', ofPrograms)) },
    { name: 'token of an owner', role: 'owner', ...(await bearer(dora, '/api/tokens', ofPrograms)) },
    { name: 'token of an agent of an owner', role: 'owner', ...(await bearer(dora, '/api/tokens', all)) },
    {
      name: 'token of an owner without the scope',
      role: 'owner',
      ...(await bearer(ada, '/api/tokens', ['notes.read'])),
    },
    {
      name: 'token of the instance',
      isInstanceAdmin: true,
      ...(await bearer(ada, '/api/instance/tokens', ofInstance)),
    },
    { name: 'token of a disabled holder', isRefused: true, ...frank },
  ]
}

interface Supporting {
  readonly host: SpecHost
  /** The owner who grants it. */
  readonly ada: Visitor
}

/** An instance admin whose calls name the workspace of the owner, by support access. */
async function supported({ host, ada }: Supporting, rights: 'read' | 'admin'): Promise<MatrixCaller> {
  const admin = await addInstanceAdmin(ada, host.visitor(), `support-${rights}`)
  const orgId = await workspaceOf(ada)
  await enterBySupport({ admin, owner: ada, orgId }, rights)
  return {
    name: rights === 'admin' ? 'support access' : 'support access to read',
    role: 'admin',
    isInstanceAdmin: true,
    support: rights,
    visitor: admin,
    headers: { 'x-workspace': orgId },
  }
}

interface Standing {
  readonly user: { readonly id: string }
  readonly workspace: { readonly id: string }
}

/** A session of a member that began with the single sign-on of their workspace, and was proven since. */
async function confined(host: SpecHost, member: Visitor): Promise<Visitor> {
  const { user, workspace } = (await member.get<Standing>('/api/auth/me')).body
  const proof = { userId: user.id, by: 'oidc', providerId: 'sso_matrix', confinedTo: workspace.id } as const
  const step = await host.host.lookup(SignIn)?.proceed(new Request(member.base), proof)
  if (step?.status !== 'signed_in') throw new Error('No confined session could be made.')
  const visitor = await host.visitor().take(step.cookie)
  const { status } = await visitor.post('/api/auth/reauthenticate', { password })
  if (status !== 204) throw new Error(`The confined session could not be proven: ${status}`)
  return visitor
}

/** A token whose owner was disabled by an instance admin. */
async function disabledHolder(
  host: SpecHost,
  admin: Visitor,
): Promise<Pick<MatrixCaller, 'visitor' | 'headers' | 'scopes'>> {
  const email = emailOf('frank')
  await admin.post('/api/instance/users', { email, name: 'frank', password })
  const frank = await host.visitor().signIn(email, password)
  await frank.post('/api/workspaces', { name: 'Kept out' })
  await frank.signIn(email, password)
  const { body } = await frank.post<Minted>('/api/tokens', { name: 'Matrix' })
  const { user } = (await frank.get<{ user: { id: string } }>('/api/auth/me')).body
  const { status } = await admin.send('PATCH', `/api/instance/users/${user.id}`, { body: { isDisabled: true } })
  if (status !== 200) throw new Error(`Frank could not be disabled: ${status}`)
  return { visitor: host.visitor(), headers: { authorization: `Bearer ${body.token}` }, scopes: new Set() }
}

/** Routes that refuse sessions, so that no page can call agent tools. */
const tokenRoutes: ReadonlySet<string> = new Set(['GET /api/mcp', 'POST /api/mcp'])

/** Public routes with a secret of their own, which no caller has. */
const takesSecret: ReadonlySet<string> = new Set(reviewedFor('secret'))

/** The expected answer of the guard, derived from the route's declaration. */
export function expectedAnswer(
  { pattern, plugin, audience, requirements, scopes, agents, endpoint }: EditionRoute,
  caller: MatrixCaller,
): GuardAnswer {
  // The host's own routes answer before authentication.
  if (plugin === 'host') return 'in'
  // A public page and its form read neither a session nor a token.
  if (pattern.includes(' /p/')) return 'in'
  if (caller.isRefused === true || takesSecret.has(pattern)) return '401'
  if (audience === 'public') return 'in'
  const isToken = caller.scopes !== undefined
  if (!isToken && caller.name === 'anonymous') return '401'
  if (audience === 'instance' && caller.isInstanceAdmin !== true) return 'role'
  if (audience !== 'instance' && audience !== 'user') {
    if (caller.role === undefined) return 'workspace'
    if (!hasRole(caller.role, audience)) return 'role'
  }
  if (caller.support !== undefined && !isWithinSupport({ pattern, audience, requirements, endpoint }, caller.support)) {
    return audience === 'user' ? 'confined' : 'role'
  }
  if (caller.isConfined === true && audience === 'user' && requirements?.confined !== 'allowed') return 'confined'
  if (!isToken) return tokenRoutes.has(pattern) ? '401' : 'in'
  const isAgent = caller.scopes.has(agentScope)
  if (requirements?.session !== 'any' || (isAgent && !agents)) return 'session'
  if (!scopes.some((scope) => caller.scopes?.has(scope))) return 'scope'
  const needsApproval = typeof endpoint?.mcp === 'object' && endpoint.mcp.approval === true
  return needsApproval && isAgent ? 'approval' : 'in'
}

/** Whether the declaration of a route leaves it to support access, by the rule of the documentation. */
function isWithinSupport(
  {
    pattern,
    audience,
    requirements,
    endpoint,
  }: Pick<EditionRoute, 'pattern' | 'audience' | 'requirements' | 'endpoint'>,
  rights: 'read' | 'admin',
): boolean {
  // The console is the same from every workspace.
  if (audience === 'instance') return true
  const isReading = pattern.startsWith('GET ') || pattern.startsWith('HEAD ')
  const isExport = isReading && (endpoint?.audit ?? false) !== false
  const needsApproval = typeof endpoint?.mcp === 'object' && endpoint.mcp.approval === true
  if (endpoint?.support === false || isExport || needsApproval || requirements?.proof === true) return false
  if (audience === 'user') return requirements?.confined === 'allowed'
  return requirements?.session === 'any' && (rights === 'admin' || isReading || requirements.readsOnly === true)
}
