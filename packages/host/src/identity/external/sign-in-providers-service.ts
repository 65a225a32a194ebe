import { Problem, type Queries } from '@host/plugin'
import type {
  NewSignInProvider,
  ProviderChoice,
  SignInProvider,
  SignInProvidersService,
  SignInProviderChanges,
} from '@host/plugin/platform'
import type { HostTables } from '../models.ts'
import { auditedClient, changedClient, endsSessions, type StoredClient } from './client-changes.ts'
import { maskedSecret } from './client-secrets.ts'
import { countIdentities, endSessionsOf, forgetAll, requireNobodyLinked, unlinkAll } from './end-provider.ts'
import type { ExternalParts } from './external-parts.ts'
import { githubIssuer } from './github-remote.ts'
import { choiceOf } from './provider-choice.ts'
import { explainDiscovery, issuerProblem, readIssuer } from './read-issuer.ts'

const googleIssuer = 'https://accounts.google.com'

/** Words that stand for something else in the addresses of sign-in. */
const reservedKeys: ReadonlySet<string> = new Set(['sso'])
const keyForm = /^[a-z](?:[a-z0-9]|-(?=[a-z0-9])){1,30}$/

interface StoredProvider extends StoredClient {
  readonly id: string
  readonly key: string
  readonly kind: SignInProvider['kind']
  readonly label: string
  readonly created_at: string
}

/** Makes the service `SignInProviders`. */
export function signInProvidersService(parts: ExternalParts): SignInProvidersService {
  return Object.freeze({
    list: (workspace) => offered(parts, workspace),
    listAll: async () => {
      const rows = await parts.db.selectFrom('sign_in_providers').selectAll().orderBy('label').limit(100).execute()
      return Promise.all(rows.map((row) => shown(parts, row)))
    },
    create: (actorId, provider) => create(parts, actorId, provider),
    change: (actorId, id, changes) => change(parts, { actorId, id }, changes),
    remove: (actorId, id) => remove(parts, { actorId, id }),
    check: async (issuer) => {
      const { authorization_endpoint: authorizationEndpoint } = await checked(parts, issuer)
      return { issuer: issuer.trim(), authorizationEndpoint }
    },
  } satisfies SignInProvidersService)
}

async function offered(
  { providers, publicUrl }: ExternalParts,
  workspace: string | undefined,
): Promise<readonly ProviderChoice[]> {
  if (publicUrl === undefined) return []
  const own = workspace === undefined ? undefined : await providers.bySlug(workspace)
  const ofInstance = await providers.list()
  return [...(own === undefined ? [] : [own]), ...ofInstance].map(choiceOf)
}

/** An issuer that has answered. @throws Problem `invalid_input` */
export async function checked({ issuers }: Pick<ExternalParts, 'issuers'>, text: string) {
  const issuer = readIssuer(text)
  try {
    return await issuers.ask(issuer)
  } catch (error) {
    throw explainDiscovery(error)
  }
}

/** The issuer of a change, once it has answered; undefined for the one that stands. @throws Problem `invalid_input` */
export async function movedIssuer(
  parts: Pick<ExternalParts, 'issuers'>,
  present: string,
  wanted: string | undefined,
): Promise<string | undefined> {
  if (wanted === undefined || wanted.trim() === present) return undefined
  return (await checked(parts, wanted)).issuer
}

async function create(parts: ExternalParts, actorId: string, provider: NewSignInProvider): Promise<SignInProvider> {
  const { db, secrets, recorder } = parts
  const { key, kind, label } = provider
  if (!keyForm.test(key) || reservedKeys.has(key)) throw new Problem('invalid_input', { errors: [keyError] })
  const client = {
    issuer: await issuerOf(parts, kind, provider.issuer),
    client_id: provider.clientId,
    client_secret: await secrets.seal(requireSecret(provider.clientSecret), { key }),
    trusts_second_factor: provider.trustsSecondFactor ?? false,
    is_enabled: provider.isEnabled ?? true,
  }
  const row = await db.transaction(async (queries) => {
    const created = await queries
      .insertInto('sign_in_providers')
      .values({ key, kind, label, ...client })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (created === undefined) {
      throw new Problem('conflict', {
        detail: { en: 'Another provider already uses this key.', zh: '此标识已被其他提供方使用。' },
      })
    }
    const after = { provider: key, label, ...auditedClient(created) }
    await recorder.record({ kind: 'provider.created', actorId, providerId: created.id, after })
    return created
  })
  return shown(parts, row)
}

interface Target {
  readonly actorId: string
  readonly id: string
}

async function change(
  parts: ExternalParts,
  { actorId, id }: Target,
  changes: SignInProviderChanges,
): Promise<SignInProvider> {
  const { db, secrets, recorder, live } = parts
  const { kind, key, issuer: known } = await read(db, id)
  const isMoved = changes.issuer !== undefined && changes.issuer.trim() !== known
  const issuer = isMoved ? await issuerOf(parts, kind, changes.issuer) : undefined
  const { row, ended } = await db.transaction(async (queries) => {
    // Read under the lock: a provider disabled meanwhile stays disabled.
    await lock(queries, id)
    const before = await read(queries, id)
    const client = await changedClient(before, { ...changes, issuer }, { secrets, owner: { key } })
    const after = { label: changes.label ?? before.label, ...client }
    if (client.issuer !== before.issuer) await requireNobodyLinked(queries, id)
    const changed = await queries
      .updateTable('sign_in_providers')
      .set(after)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (changed === undefined) throw new Problem('not_found')
    await recorder.record({
      kind: 'provider.changed',
      actorId,
      providerId: id,
      before: { label: before.label, ...auditedClient(before) },
      after: { label: after.label, ...auditedClient(after), isRotated: after.client_secret !== before.client_secret },
    })
    return { row: changed, ended: endsSessions(before, after) ? await endSessionsOf(queries, id) : [] }
  })
  await forgetAll(live, ended)
  return shown(parts, row)
}

async function remove(parts: ExternalParts, { actorId, id }: Target): Promise<void> {
  const { db, recorder, live } = parts
  const before = await read(db, id)
  const ended = await db.transaction(async (queries) => {
    await queries.deleteFrom('sign_in_providers').where('id', '=', id).execute()
    const gone = await endSessionsOf(queries, id)
    await unlinkAll(queries, id)
    const client = { provider: before.key, label: before.label, ...auditedClient(before) }
    await recorder.record({ kind: 'provider.removed', actorId, providerId: id, before: client })
    return gone
  })
  await forgetAll(live, ended)
}

/** Makes changes of a provider come one after the other: see `lockWorkspace`. */
async function lock(db: Queries<HostTables>, id: string): Promise<void> {
  await db
    .updateTable('sign_in_providers')
    .set((set) => ({ key: set.ref('key') }))
    .where('id', '=', id)
    .execute()
}

async function read(db: Queries<HostTables>, id: string): Promise<StoredProvider> {
  const row = await db.selectFrom('sign_in_providers').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** The issuer that is meant. GitHub has no discovery to ask. */
async function issuerOf(
  parts: ExternalParts,
  kind: NewSignInProvider['kind'],
  text: string | undefined,
): Promise<string> {
  if (kind === 'github') return readIssuer(text ?? githubIssuer).replace(/\/$/, '')
  const issuer = kind === 'google' ? googleIssuer : text
  if (issuer === undefined) throw issuerProblem({ en: 'Enter the issuer URL.', zh: '请填写颁发者的地址。' })
  return (await checked(parts, issuer)).issuer
}

/** @throws Problem `invalid_input` for the mask of another secret */
export function requireSecret(secret: string): string {
  if (secret !== maskedSecret) return secret
  const message = { en: 'Enter the client secret from the provider.', zh: '请填写提供方给出的密钥。' }
  throw new Problem('invalid_input', { errors: [{ path: 'clientSecret', message }] })
}

async function shown({ db, remotes }: ExternalParts, row: StoredProvider): Promise<SignInProvider> {
  const { id, key, kind, label, issuer } = row
  return {
    id,
    key,
    kind,
    label,
    issuer,
    clientId: row.client_id,
    clientSecret: maskedSecret,
    trustsSecondFactor: row.trusts_second_factor,
    isEnabled: row.is_enabled,
    callbackUrl: remotes.callbackUrl(key),
    identities: await countIdentities(db, id),
    createdAt: row.created_at,
  }
}

const keyError = {
  path: 'key',
  message: {
    en: 'Use 2 to 31 lowercase letters, numbers and hyphens, except “sso”.',
    zh: '请使用 2 至 31 个小写字母和数字，中间可用连字符；不能使用 sso。',
  },
}
