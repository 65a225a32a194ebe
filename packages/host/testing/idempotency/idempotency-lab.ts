/** Idempotency on a real database, shared by processes that start, stand still and die as a test wants. */
import {
  column,
  model,
  type GuardOptions,
  type IdempotencyService,
  type Log,
  type MaybePromise,
  type Role,
  type TablesOf,
  type WorkspaceScope,
} from '@host/plugin'
import { PublicScope } from '../../src/request/request-scope.ts'
import { DataAccess } from '../../src/database/data-access.ts'
import type { Database } from '../../src/database/database.ts'
import type { SqlRow, SqlValue } from '../../src/database/statement.ts'
import { migrate } from '../../src/database/migrate/migrate.ts'
import { tablesOf } from '../database/tables-of.ts'
import type { TestDatabaseProduct } from '../database/test-databases.ts'
import { TypeIds } from '../../src/database/type-id.ts'
import { keyModels } from '../../src/security/encryption/models.ts'
import { openVault } from '../../src/security/encryption/open-vault.ts'
import { newSecretKey, parseSecretKeys } from '../../src/security/encryption/secret-key.ts'
import type { Vault } from '../../src/security/encryption/vault.ts'
import { asProblem, problemResponse } from '../../src/http/problem.ts'
import { guardHandler, type GuardTools } from '../../src/pipeline/guard.ts'
import { Peers } from '../../src/request/peers.ts'
import { openState } from '../../src/request/request-state.ts'
import { createIdempotency, type HostIdempotency } from '../../src/idempotency/idempotency.ts'
import { idempotencyModels } from '../../src/idempotency/models.ts'
import type { IdempotencyStep, StepListener } from '../../src/idempotency/states.ts'
import { MortalDatabase } from './mortal-database.ts'

const Effect = model('notes_effects', { id: column.id('eff'), org_id: column.org(), name: column.text() })
const effectModels = [Effect] as const

/** A handler of the lab; its database has a table of effects. */
export type LabHandler = (scope: WorkspaceScope<TablesOf<typeof effectModels>>) => MaybePromise<Response>

/** The caller. */
export interface LabCaller {
  readonly userId?: string
  /** In no workspace when null. */
  readonly orgId?: string | null
  readonly role?: Role
  readonly scopes?: readonly string[]
}

/** The request. */
export interface LabCall {
  /** Anonymous when null. */
  readonly as?: LabCaller | null
  /** No header when left out. */
  readonly key?: string
  readonly method?: string
  /** With its query. */
  readonly path?: string
  readonly body?: string
}

/** A wrapped handler, asked like a route. */
export type LabRoute = (call: LabCall) => Promise<Response>

/** A process. */
export interface LabNode {
  readonly id: string
  readonly idempotency: HostIdempotency
  readonly steps: IdempotencyStep[]
  readonly service: IdempotencyService
  route(handler: LabHandler, options?: GuardOptions & { readonly atomic?: boolean }): LabRoute
  /** Ends its lease, whether it lives or not. */
  lapse(): Promise<void>
  /** Kills it in the middle of its work; its lease continues. */
  die(): void
}

export interface IdempotencyLab extends AsyncDisposable {
  readonly database: Database
  readonly url: string
  readonly clock: { now: number }
  readonly logged: string[]
  /** @param onStep called at each step of its requests */
  start(onStep?: StepListener): Promise<LabNode>
  query(sql: string, ...parameters: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** The names of the effects that are there. */
  effects(): Promise<readonly string[]>
}

const owners = [
  { name: 'host', models: [...keyModels, ...idempotencyModels] },
  { name: 'notes', models: effectModels },
]
const tables = tablesOf(owners)

/** Opens a fresh database without any process. */
export async function openIdempotencyLab(product: TestDatabaseProduct): Promise<IdempotencyLab> {
  const fresh = await product.create(tables)
  const database = await fresh.open()
  await migrate(database, owners)
  const clock = { now: Date.UTC(2026, 0, 1) }
  const config = { secretKeys: parseSecretKeys([newSecretKey()]), databaseUrl: fresh.url, dataFolder: '' }
  const openNodeVault = (): Promise<Vault> => openVault({ config, database, clock: () => clock.now })
  const logged: string[] = []
  const query = async (sql: string, ...parameters: readonly SqlValue[]): Promise<readonly SqlRow[]> =>
    (await database.run({ sql, parameters, writes: !/^select/i.test(sql) })).rows
  const data = new DataAccess({ database, owners, onDoor: () => undefined })
  return {
    database,
    url: fresh.url,
    clock,
    logged,
    query,
    start: async (onStep) => startNode({ database, data, vault: await openNodeVault(), clock, logged, query, onStep }),
    effects: async () =>
      (await query('select name from notes_effects order by name')).map(({ name }) => name as string),
    [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose](),
  }
}

interface NodeParts extends Pick<IdempotencyLab, 'database' | 'clock' | 'logged' | 'query'> {
  readonly data: DataAccess
  readonly vault: Vault
  readonly onStep: StepListener | undefined
}

const ids = new TypeIds()

async function startNode({ database, data, vault, clock, logged, query, onStep }: NodeParts): Promise<LabNode> {
  const id = ids.next('node')
  const mortal = new MortalDatabase(database)
  const steps: IdempotencyStep[] = []
  const log = recordingLog(logged)
  await query(`insert into host_nodes (id, lease_until) values ('${id}', ${Number.MAX_SAFE_INTEGER})`)
  const idempotency = createIdempotency({
    database: mortal,
    vault,
    lease: { id },
    clock: () => clock.now,
    log,
    onStep: (step) => {
      steps.push(step)
      onStep?.(step)
    },
  })
  const { service } = idempotency
  const tools: GuardTools = {
    log,
    clock: () => clock.now,
    now: () => new Date(clock.now),
    stopping: new AbortController().signal,
    database: (orgId, on = mortal) => data.inWorkspace('notes', orgId, on),
    audit: () => ({ record: async () => undefined, describe: () => undefined }),
    roleOf: () => undefined,
    agentScopes: new Set(),
    entitlements: () => undefined,
    takeApiCall: () => undefined,
  }
  return {
    id,
    idempotency,
    steps,
    service,
    route: (handler, { atomic = false, ...options } = {}) => {
      const guarded = guardHandler(handler, options, tools)
      const wrapped = service(guarded, { atomic })
      return (call) => ask((scope) => wrapped(scope), call, tools)
    },
    lapse: async () => void (await query(`delete from host_nodes where id = '${id}'`)),
    die: () => mortal.die(),
  }
}

/** Calls a handler as the pipeline does, and answers its errors. */
export async function ask(
  handler: (scope: PublicScope) => MaybePromise<Response>,
  { as = {}, key, method = 'POST', path = '/api/x/notes/notes', body }: LabCall,
  tools: GuardTools,
): Promise<Response> {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  const request = new Request(`http://lab.test${path}`, { method, headers, ...(body !== undefined && { body }) })
  const state = openState(request, 'request-1', new Peers('', undefined))
  state.plugin = 'notes'
  state.route = `${method} /api/x/notes/notes`
  state.caller = as === null ? undefined : callerOf(as)
  try {
    return await handler(new PublicScope(state, tools))
  } catch (error) {
    return problemResponse(asProblem(error), state)
  }
}

function callerOf({ userId = 'usr_1', orgId = 'org_a', role = 'member', scopes }: LabCaller) {
  const session = {
    isInstanceAdmin: false,
    sessionId: 'ses_1',
    needsSecondFactor: false,
    needsSso: false,
    csrfToken: 'csrf',
  }
  return Object.freeze({ userId, orgId: orgId ?? undefined, role, scopes, ...session })
}

function recordingLog(lines: string[]): Log {
  const write = (message: string): void => void lines.push(message)
  return { debug: write, info: write, warn: write, error: write }
}
