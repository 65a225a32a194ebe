/** A real host on a database of its own, for the tests of the host itself. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { definePlugin, json, type AnyPlugin, type Log, type Role } from '@host/plugin'
import { Accounts, Sessions, Workspaces } from '@host/plugin/platform'
import { createHost, type Host, type HostOptions } from '../src/host.ts'
import { readConfig, type Environment } from '../src/config/config.ts'
import type { PluginEntry } from '../src/declared/plugin-entry.ts'
import { hostTables } from './database/host-tables.ts'
import { testDatabases } from './database/test-databases.ts'

/** A line of a lab host's log. */
export interface LogLine {
  readonly level: keyof Log
  readonly message: string
  readonly [field: string]: unknown
}

/** A person of the lab, signed in. */
export interface LabPerson {
  readonly userId: string
  readonly orgId: string
  readonly cookie: string
  readonly csrfToken: string
  /** Sends a request as this person: cookie, origin and CSRF token are filled in. */
  call(method: string, path: string, init?: CallInit): Promise<Response>
}

/** Optional parts of a call. */
export interface CallInit {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Options of a lab host. */
export interface LabOptions extends Partial<Omit<HostOptions, 'plugins' | 'config'>> {
  readonly environment?: Environment
  readonly isInTree?: boolean
}

export interface LabHost {
  readonly host: Host
  readonly log: readonly LogLine[]
  readonly announced: readonly string[]
  /** Makes a person who holds a role in a workspace of that name, and signs them in. */
  person(role: Role, workspace?: string): Promise<LabPerson>
  /** Signs a person in to a workspace of their own. */
  alsoIn(person: LabPerson, workspace: string): Promise<LabPerson>
  /** The owner who is also the instance admin. */
  admin(): Promise<LabPerson>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
}

const origin = 'http://lab.test'
const email = 'root@lab.test'
const password = 'quiet-river-93-lamp'

const [sqlite] = testDatabases

/** Starts a host in a temporary folder; it is stopped when the test ends. */
export async function labHost(
  context: Pick<TestContext, 'after'>,
  plugins: readonly AnyPlugin[],
  options: LabOptions = {},
): Promise<LabHost> {
  const folder = await mkdtemp(join(tmpdir(), 'host-lab-'))
  const fresh = isPlaced(options.environment) ? undefined : await sqlite?.create(hostTables)
  const remove = async (): Promise<void> => {
    await fresh?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
  const lines: LogLine[] = []
  const announced: string[] = []
  const { environment, isInTree = false, ...rest } = options
  try {
    const host = await createHost({
      plugins: [
        { plugin: labPlugin, version: '1.0.0', outOfTree: false },
        ...plugins.map((plugin) => entryOf(plugin, isInTree)),
      ],
      config: readConfig({
        HOST_DATA: folder,
        ...(fresh !== undefined && { HOST_DATABASE_URL: fresh.url }),
        HOST_LISTEN: '127.0.0.1:0',
        HOST_STOP_TIMEOUT: '1',
        HOST_SQLITE_SYNCHRONOUS: 'normal',
        // A test calls more often than a person, and shares its process with the code it measures.
        HOST_RATE_API: '0',
        HOST_RATE_SIGN_IN: '0',
        HOST_OVERLOAD_LIMIT: '0',
        HOST_ACCESS_LOG: 'off',
        HOST_ADMIN_EMAIL: email,
        HOST_ADMIN_PASSWORD: password,
        ...environment,
      }),
      log: recordingLog(lines),
      announce: (line) => announced.push(line),
      passwordCost: { memory: 64, passes: 1 },
      ...rest,
    })
    context.after(async () => {
      await host.stop()
      await remove()
    })
    return lab(host, lines, announced)
  } catch (error) {
    await remove()
    throw error
  }
}

/** Whether the environment names the place of the database. */
function isPlaced(environment: Environment = {}): boolean {
  return environment['HOST_DATA'] !== undefined || environment['HOST_DATABASE_URL'] !== undefined
}

function entryOf(plugin: AnyPlugin, isInTree: boolean): PluginEntry {
  const granted = isInTree ? { granted: plugin.topLevelApi ?? [] } : {}
  return { plugin, version: '1.0.0', outOfTree: !isInTree, ...granted }
}

function recordingLog(lines: LogLine[]): Log {
  const at =
    (level: keyof Log) =>
    (message: string, fields = {}) =>
      void lines.push({ level, message, ...fields })
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function lab(host: Host, log: readonly LogLine[], announced: readonly string[]): LabHost {
  const need = <Service>(service: Service | undefined): Service => {
    if (service === undefined) throw new Error('A lab host has all services of identity.')
    return service
  }
  const signIn = async (userId: string, orgId: string): Promise<LabPerson> => {
    const answer = await host.fetch(
      new Request(`${origin}/api/x/lab/sign-in?${new URLSearchParams({ userId, orgId }).toString()}`),
    )
    const { cookie, me } = (await answer.json()) as { cookie: string; me: { csrfToken: string } }
    return personOf(host, { userId, orgId, cookie: cookie.split(';', 1)[0] ?? '', csrfToken: me.csrfToken })
  }
  const admin = async (): Promise<LabPerson> => {
    const user = need(await need(host.lookup(Accounts)).findByEmail(email))
    const [home] = await need(host.lookup(Workspaces)).list(user.id)
    return signIn(user.id, need(home).id)
  }
  const person = async (role: Role, workspace = 'Home'): Promise<LabPerson> => {
    const workspaces = need(host.lookup(Workspaces))
    const owner = need(await need(host.lookup(Accounts)).findByEmail(email))
    const known = (await workspaces.list(owner.id)).find(({ name }) => name === workspace)
    const { id: orgId } = known ?? (await workspaces.create({ name: workspace, ownerId: owner.id }))
    const address = `${role}-${Math.random().toString(36).slice(2)}@lab.test`
    const user = await need(host.lookup(Accounts)).create({ email: address, name: role, password })
    await workspaces.addMember({ orgId, actorId: owner.id }, { email: address, role })
    return signIn(user.id, orgId)
  }
  const alsoIn = async ({ userId }: LabPerson, name: string): Promise<LabPerson> =>
    signIn(userId, (await need(host.lookup(Workspaces)).create({ name, ownerId: userId })).id)
  const get = async (path: string, headers = {}): Promise<Response> =>
    host.fetch(new Request(origin + path, { headers }))
  return { host, log, announced, person, alsoIn, admin, get }
}

function personOf(host: Host, known: Omit<LabPerson, 'call'>): LabPerson {
  const call = async (method: string, path: string, { body, headers = {} }: CallInit = {}): Promise<Response> => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = { cookie: known.cookie, origin, 'x-csrf-token': known.csrfToken, ...type, ...headers }
    return host.fetch(new Request(origin + path, { method, headers: sent, ...content }))
  }
  return { ...known, call }
}

/** Signs anyone in; nothing but a test may have such a route. */
const labPlugin = definePlugin({
  name: 'lab',
  info: { title: 'Lab', description: 'Signs test people in', icon: 'flask', category: 'Test', core: true, api: '^1' },
  models: [],
  mount(mux, ctx) {
    mux.handle('GET /api/x/lab/sign-in', async ({ request, query }) => {
      const started = await ctx.lookup(Sessions)?.start(request, query.get('userId') ?? '', query.get('orgId') ?? '')
      return json(started)
    })
  },
})
