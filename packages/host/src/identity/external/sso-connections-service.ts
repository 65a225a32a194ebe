import { Problem, type Queries } from '@host/plugin'
import type {
  NewSsoConnection,
  SsoConnection,
  SsoConnectionChanges,
  SsoConnectionsService,
  WorkspaceActor,
} from '@host/plugin/platform'
import type { HostTables } from '../models.ts'
import { lockWorkspace } from '../workspaces/lock-workspace.ts'
import { auditedClient, changedClient, endsSessions, type StoredClient } from './client-changes.ts'
import { maskedSecret } from './client-secrets.ts'
import { countIdentities, endSessionsOf, forgetAll, requireNobodyLinked, unlinkAll } from './end-provider.ts'
import type { ExternalParts } from './external-parts.ts'
import { checked, movedIssuer, requireSecret } from './sign-in-providers-service.ts'

interface StoredConnection extends StoredClient {
  readonly id: string
  readonly default_role: SsoConnection['defaultRole']
  readonly created_at: string
  readonly isRequired: boolean
}

/** Makes the service `SsoConnections`. */
export function ssoConnectionsService(parts: ExternalParts): SsoConnectionsService {
  return Object.freeze({
    addresses: async (orgId) => {
      const { db, remotes, publicUrl } = parts
      const row = await db.selectFrom('workspaces').select('slug').where('id', '=', orgId).executeTakeFirst()
      const path = `/auth/begin/sso?workspace=${row?.slug ?? ''}`
      const loginUrl = publicUrl === undefined ? path : new URL(path, publicUrl).href
      return { callbackUrl: remotes.callbackUrl(orgId), loginUrl }
    },
    read: async (orgId) => {
      const row = await find(parts.db, orgId)
      return row && shown(parts.db, row)
    },
    create: (actor, connection) => create(parts, actor, connection),
    change: (actor, changes) => change(parts, actor, changes),
    remove: (actor) => remove(parts, actor),
  } satisfies SsoConnectionsService)
}

async function create(
  parts: ExternalParts,
  { orgId, actorId }: WorkspaceActor,
  connection: NewSsoConnection,
): Promise<SsoConnection> {
  const { db, secrets, recorder, live } = parts
  const { defaultRole = 'member', trustsSecondFactor = false, isEnabled = true, isRequired = false } = connection
  requireUsable({ isEnabled, isRequired })
  const client = {
    issuer: (await checked(parts, connection.issuer)).issuer,
    client_id: connection.clientId,
    client_secret: await secrets.seal(requireSecret(connection.clientSecret), { orgId }),
    trusts_second_factor: trustsSecondFactor,
    is_enabled: isEnabled,
  }
  const row = await db.transaction(async (queries) => {
    await lockWorkspace(queries, orgId)
    const created = await queries
      .insertInto('sso_connections')
      .values({ org_id: orgId, default_role: defaultRole, ...client })
      .onConflict((conflict) => conflict.column('org_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (created === undefined) throw hasOne()
    await setRequired(queries, orgId, isRequired)
    const after = { defaultRole, isRequired, ...auditedClient(client) }
    await recorder.record({ kind: 'sso.connected', orgId, actorId, connectionId: created.id, after })
    return present(queries, orgId)
  })
  if (isRequired) await live.forget({ orgId })
  return shown(db, row)
}

async function change(
  parts: ExternalParts,
  { orgId, actorId }: WorkspaceActor,
  changes: SsoConnectionChanges,
): Promise<SsoConnection> {
  const { db, secrets, recorder, live } = parts
  const { issuer: known } = await present(db, orgId)
  const issuer = await movedIssuer(parts, known, changes.issuer)
  const { row, ended, isAskedAnew } = await db.transaction(async (queries) => {
    await lockWorkspace(queries, orgId)
    // Read under the lock: a connection disabled meanwhile stays disabled.
    const before = await present(queries, orgId)
    const client = await changedClient(before, { ...changes, issuer }, { secrets, owner: { orgId } })
    const { defaultRole = before.default_role, isRequired = before.isRequired } = changes
    requireUsable({ isEnabled: client.is_enabled, isRequired })
    if (client.issuer !== before.issuer) await requireNobodyLinked(queries, before.id)
    const changed = { ...client, default_role: defaultRole }
    await queries.updateTable('sso_connections').set(changed).where('id', '=', before.id).execute()
    await setRequired(queries, orgId, isRequired)
    await recorder.record({
      kind: 'sso.changed',
      orgId,
      actorId,
      connectionId: before.id,
      before: { defaultRole: before.default_role, isRequired: before.isRequired, ...auditedClient(before) },
      after: {
        defaultRole,
        isRequired,
        ...auditedClient(client),
        isRotated: client.client_secret !== before.client_secret,
      },
    })
    const gone = endsSessions(before, client) ? await endSessionsOf(queries, before.id) : []
    return { row: await present(queries, orgId), ended: gone, isAskedAnew: isRequired !== before.isRequired }
  })
  await forgetAll(live, ended)
  if (isAskedAnew) await live.forget({ orgId })
  return shown(db, row)
}

async function remove({ db, recorder, live }: ExternalParts, { orgId, actorId }: WorkspaceActor): Promise<void> {
  const ended = await db.transaction(async (queries) => {
    await lockWorkspace(queries, orgId)
    const before = await present(queries, orgId)
    await queries.deleteFrom('sso_connections').where('id', '=', before.id).execute()
    const gone = await endSessionsOf(queries, before.id)
    await unlinkAll(queries, before.id)
    await setRequired(queries, orgId, false)
    const client = { isRequired: before.isRequired, ...auditedClient(before) }
    await recorder.record({ kind: 'sso.disconnected', orgId, actorId, connectionId: before.id, before: client })
    return gone
  })
  await forgetAll(live, ended)
  await live.forget({ orgId })
}

async function find(db: Queries<HostTables>, orgId: string): Promise<StoredConnection | undefined> {
  return db
    .selectFrom('sso_connections as c')
    .innerJoin('workspaces as w', 'w.id', 'c.org_id')
    .select(['c.id', 'c.issuer', 'c.client_id', 'c.client_secret', 'c.trusts_second_factor', 'c.is_enabled'])
    .select(['c.default_role', 'c.created_at', 'w.requires_sso as isRequired'])
    .where('c.org_id', '=', orgId)
    .executeTakeFirst()
}

async function present(db: Queries<HostTables>, orgId: string): Promise<StoredConnection> {
  const row = await find(db, orgId)
  if (row === undefined) throw new Problem('not_found')
  return row
}

async function setRequired(db: Queries<HostTables>, orgId: string, isRequired: boolean): Promise<void> {
  await db.updateTable('workspaces').set({ requires_sso: isRequired }).where('id', '=', orgId).execute()
}

/** A required but disabled sign-on would lock everyone out. @throws Problem `invalid_input` */
function requireUsable({ isEnabled, isRequired }: { readonly isEnabled: boolean; readonly isRequired: boolean }): void {
  if (isEnabled || !isRequired) return
  const message = {
    en: 'Switch on single sign-on, or stop requiring it.',
    zh: '请启用单点登录，或不再强制使用。',
  }
  throw new Problem('invalid_input', { errors: [{ path: 'isRequired', message }] })
}

function hasOne(): Problem {
  return new Problem('conflict', {
    detail: { en: 'This workspace already has single sign-on.', zh: '此工作区已配置单点登录。' },
  })
}

async function shown(db: Queries<HostTables>, row: StoredConnection): Promise<SsoConnection> {
  return {
    id: row.id,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: maskedSecret,
    defaultRole: row.default_role,
    trustsSecondFactor: row.trusts_second_factor,
    isRequired: row.isRequired,
    isEnabled: row.is_enabled,
    identities: await countIdentities(db, row.id),
    createdAt: row.created_at,
  }
}
