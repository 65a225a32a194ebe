/** Identity on a real database, without the rest of a host: for tests of its promises on each database. */
import type { FeaturesService, Log, PluginInfo } from '@host/plugin'
import type {
  AccountsService,
  PeopleService,
  SessionsService,
  WorkspacesService,
  WorkspaceSettingsService,
} from '@host/plugin/platform'
import { OutboundPolicy } from '@host/plugin/outbound-policy'
import { soleCoherence } from '../../src/security/coherence/sole-coherence.ts'
import { DataAccess } from '../../src/database/data-access.ts'
import type { Database } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate/migrate.ts'
import { tablesOf } from '../database/tables-of.ts'
import type { TestDatabaseProduct } from '../database/test-databases.ts'
import type { Vault } from '../../src/security/encryption/vault.ts'
import { Peers } from '../../src/request/peers.ts'
import { openState } from '../../src/request/request-state.ts'
import { throttleBudgets } from '../../src/identity/throttle-budgets.ts'
import { MemoryAttempts } from '../../src/security/throttle/memory-attempts.ts'
import { RateLimits } from '../../src/security/rate-limits/rate-limits.ts'
import { JoiningTransactor } from '../../src/database/joining-transactor.ts'
import { createIdentityMail } from '../../src/identity/mail/create-identity-mail.ts'
import type { AccountRequests, AccountRequestWork } from '../../src/identity/recovery/account-requests.ts'
import { createFeatures, type HostFeaturesOptions } from '../../src/identity/features/create-features.ts'
import { createIdentity } from '../../src/identity/create-identity.ts'
import type { Identity, IdentityOptions } from '../../src/identity/identity.ts'
import { identityModels, type HostDatabase } from '../../src/identity/models.ts'
import { noMemberLimit } from './no-member-limit.ts'
import { defaultMostOwned } from '../../src/identity/workspaces/owned-workspaces.ts'

/** A clock that stands still until it is moved. */
export interface TestClock {
  now: number
}

/** Identity, with the parts that tests inspect. */
export interface IdentityLab extends AsyncDisposable {
  readonly identity: Identity
  readonly db: HostDatabase
  readonly clock: TestClock
  readonly accounts: AccountsService
  readonly people: PeopleService
  readonly sessions: SessionsService
  readonly workspaces: WorkspacesService
  readonly features: FeaturesService
  readonly settings: WorkspaceSettingsService
  /** Removed members reported to plugins, as `orgId userId`. */
  readonly removed: string[]
  readonly logged: string[]
  /** Another process on the same database. */
  another(): Identity
  /** A request as the host lets it in, with the caller that its cookie gives in the workspace that it names. */
  request(cookie?: string, named?: string): Promise<Request>
}

type LabOptions = Partial<
  Pick<IdentityOptions, 'coherence' | 'firstAdmin' | 'mail' | 'memberLimit' | 'mostOwned' | 'memberRemoved'> &
    Pick<HostFeaturesOptions, 'plugins'>
>

const info: PluginInfo = { title: 'T', description: 'D', icon: 'puzzle', category: 'Work', api: '^1' }

const perMinute = { 'sign-in': 0, api: 0, person: 0, redirect: 0, page: 0, form: 0 } as const

/** A plugin for the feature graph. */
export function featurePlugin(name: string, rest: Partial<PluginInfo> = {}) {
  return { name, info: { ...info, ...rest } }
}

const owners = [{ name: 'host', models: identityModels, migrations: [] }]

const tables = tablesOf(owners)

/** Opens a fresh database with the host's tables and makes identity on it. */
export async function openIdentityLab(product: TestDatabaseProduct, given: LabOptions = {}): Promise<IdentityLab> {
  const fresh = await product.create(tables)
  const database = await fresh.open()
  await migrate(database, owners)
  const access = new DataAccess({ database, owners, onDoor: () => undefined })
  const db = access.forHost(identityModels)
  const clock: TestClock = { now: Date.UTC(2026, 0, 1) }
  const [removed, logged]: [string[], string[]] = [[], []]
  const { plugins = [], ...rest } = given
  const options: Omit<IdentityOptions, 'features'> = {
    db,
    attempts: new MemoryAttempts(throttleBudgets.signIn, () => clock.now),
    clock: () => clock.now,
    log: recordingLog(logged),
    recorder: { record: async () => {} },
    vault: plainVault,
    outbound: new OutboundPolicy(),
    publicUrl: new URL('https://host.test'),
    coherence: soleCoherence(),
    catalog: () => [],
    passwordCost: { memory: 64, passes: 1 },
    mail: createIdentityMail({ queue: noMail, publicUrl: undefined, templates: { find: async () => undefined } }),
    ...answeredAtOnce(database, access),
    anonymousLimits: noLimits(clock, logged),
    mostOwned: async () => defaultMostOwned,
    memberLimit: noMemberLimit,
    memberRemoved: async (orgId, userId) => void removed.push(`${orgId} ${userId}`),
    accountDeleted: async () => {},
    eraseElsewhere: async () => {},
    exportWorkspace: () => new Blob().stream(),
    ...rest,
  }
  const create = (): Identity => createIdentity({ ...options, features: createFeatures({ ...options, plugins }) })
  const identity = create()
  const { accounts, people, sessions, workspaces, features, workspaceSettings } = identity.services
  return {
    identity,
    db,
    clock,
    removed,
    logged,
    accounts,
    people,
    sessions,
    workspaces,
    features,
    settings: workspaceSettings,
    another: create,
    request: (cookie, named) => letIn(identity, cookie, named),
    async [Symbol.asyncDispose]() {
      await identity.flush()
      await fresh[Symbol.asyncDispose]()
    },
  }
}

function noLimits(clock: TestClock, logged: string[]) {
  const limits = new RateLimits({ perMinute, clock: () => clock.now, log: recordingLog(logged), shared: undefined })
  return limits.serviceOf('host')
}

/** The token inside a `set-cookie` value. */
export function tokenIn(cookie: string): string {
  return /=([\w-]*);/.exec(cookie)?.[1] ?? ''
}

async function letIn(identity: Identity, cookie?: string, named?: string): Promise<Request> {
  const request = new Request('http://host.test/', cookie === undefined ? {} : { headers: { cookie } })
  const state = openState(request, 'test', new Peers('', undefined))
  if (cookie !== undefined) state.caller = await identity.sessions.callerOf(tokenIn(`${cookie};`), true, named)
  return request
}

/** Hides nothing, and opens a value only where it belongs. */
const plainVault: Vault = Object.freeze<Vault>({
  seal: (plain, place) => JSON.stringify([place, Buffer.from(plain).toString('base64')]),
  open: (sealed, place) => {
    const [sealedFor, plain] = JSON.parse(sealed) as [unknown, string]
    if (JSON.stringify(sealedFor) !== JSON.stringify(place)) throw new Error('This value belongs elsewhere.')
    return Buffer.from(plain, 'base64')
  },
  derive: (purpose) => Buffer.alloc(32, purpose),
})

const noMail = { canSend: async () => false, add: () => Promise.reject(new Error('No emails leave this laboratory.')) }

/** Answers requests in a transaction as their jobs do, and before the client has its answer. */
function answeredAtOnce(database: Database, access: DataAccess): Pick<IdentityOptions, 'requests' | 'joined'> {
  let work: AccountRequestWork | undefined
  const requests: AccountRequests = {
    handle: (given) => void (work = given),
    add: async (request) => {
      await database.transaction(async () => work?.answer(request))
      await work?.sweep()
    },
  }
  return { requests, joined: access.forHost(identityModels, new JoiningTransactor(database)) }
}

function recordingLog(lines: string[]): Log {
  const write = (message: string): void => void lines.push(message)
  return { debug: write, info: write, warn: write, error: write }
}
