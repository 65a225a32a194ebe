import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Features, type AnyPlugin } from '@host/plugin'
import { Edge } from '@host/plugin/platform'
import type { OutboundPolicy } from '@host/plugin/safehttp'
import { createHost, readConfig, type Host, type HostConfig, type HostOptions, type PluginEntry } from '@host/host'
import { withCheckedOutputs } from './checked-outputs.ts'
import { hostTables } from './host-tables.ts'
import type { TestClient } from './test-client.ts'
import { createTestClock } from './test-clock.ts'
import type { TestHost } from './test-host.ts'
import type { TestSpan } from './test-span.ts'
import { faultIn, recordingLog, type LogLine } from './test-log.ts'
import { instanceAdminEmail, invitePeople, serviceOf, testPassword } from './test-people.ts'

/** Options of a test host. */
export interface TestHostOptions {
  /** The plugins to test. Nouns under `/api/` that one asks for in `topLevelApi` are granted to it. */
  readonly plugins: readonly AnyPlugin[]
  /** Runs once in each workspace, as its owner, so that a test detects data that leaks from one to the other. */
  readonly fill?: (owner: TestClient) => Promise<void>
  /**
   * Variables of the configuration, such as `{ HOST_PUBLIC_URL: 'https://host.example' }`. To test on PostgreSQL, give
   * `HOST_DATABASE_URL` the address of an empty database, another one for each test host.
   */
  readonly environment?: Readonly<Record<string, string>>
  /** Help pages as composing would embed them, by plugin and file name such as `notes.zh.mdx`. */
  readonly helpPages?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Which destinations the plugins may reach: `lab.outbound` of the hostile laboratory. Public ones when left out. */
  readonly outbound?: OutboundPolicy
  /** Whether requests and jobs are recorded in traces, for `host.spans`. */
  readonly traces?: boolean
}

/**
 * Starts a real host with these plugins on a SQLite database of its own, with two workspaces and a person for every role.
 * Requests go through everything that they go through in production: session, gate, guard, validation, workspace
 * scope. Answers of typed endpoints are held against their outputs besides.
 * @throws BootError when the host refuses to start, with every problem; Error for a database that is not empty
 * @example
 * await using host = await createTestHost({
 *   plugins: [plugin],
 *   fill: async (owner) => { await owner.call(createNote, { title: 'Milk' }) },
 * })
 * const { items } = await host.as('member').call(listNotes)
 * assert.equal(items.length, 1)
 * @since 1.0.0
 */
export async function createTestHost(options: TestHostOptions): Promise<TestHost> {
  const folder = await mkdtemp(join(tmpdir(), 'host-testing-'))
  const removeFolder = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    return await start(options, folder, removeFolder)
  } catch (error) {
    await removeFolder()
    throw error
  }
}

async function start(options: TestHostOptions, folder: string, removeFolder: () => Promise<void>): Promise<TestHost> {
  const logs: LogLine[] = []
  const spans: TestSpan[] = []
  const announced: string[] = []
  const clock = createTestClock()
  const isPlaced = options.environment?.['HOST_DATABASE_URL'] !== undefined
  if (!isPlaced) await writeFile(databaseIn(folder), await hostTables(), { mode: 0o600 })
  const host = await createHost({
    plugins: options.plugins.map((plugin) => entryOf(plugin, options.helpPages?.[plugin.name] ?? {})),
    config: configOf(options, folder),
    log: recordingLog(logs),
    clock: clock.now,
    announce: (line) => void announced.push(line),
    passwordCost: { memory: 64, passes: 1 },
    ...(options.traces === true && { spans: spansInto(spans) }),
  })
  const people = await stopOnFailure(host, () => invitePeople(host, (requestId) => faultIn(logs, requestId)))
  const close = async (): Promise<void> => {
    await host.stop()
    await removeFolder()
  }
  for (const person of ['owner', 'otherOwner'] as const) {
    await stopOnFailure(host, async () => options.fill?.(people.clients[person]))
  }
  return Object.freeze<TestHost>({
    as: (person) => people.clients[person],
    fetch: host.fetch,
    workspaces: people.workspaces,
    userIds: people.userIds,
    clock,
    logs,
    spans,
    announced,
    service: (token) => serviceOf(host, token),
    switchFeature: (feature, enabled, orgId = people.workspaces.here) =>
      serviceOf(host, Features).set(orgId, feature, enabled),
    async proveHost(name, orgId = people.workspaces.here) {
      await serviceOf(host, Edge).prove(orgId, name)
    },
    settleJobs: () => host.settleJobs(),
    listen: () => host.listen({ host: '127.0.0.1', port: 0 }),
    close,
    [Symbol.asyncDispose]: close,
  })
}

/** Takes spans of a host into a list. */
function spansInto(list: TestSpan[]): HostOptions['spans'] {
  return {
    add: ({ name, attributes = {}, hasFailed, spanId: id, parentId }) =>
      void list.push(Object.freeze({ name, attributes, hasFailed, id, parentId })),
  }
}

function configOf({ environment, outbound }: TestHostOptions, folder: string): HostConfig {
  const config = readConfig({ ...environmentIn(folder), ...environment })
  return { ...config, outbound: outbound ?? config.outbound }
}

function databaseIn(folder: string): string {
  return join(folder, 'host.db')
}

function environmentIn(folder: string): Record<string, string> {
  return {
    HOST_DATABASE_URL: databaseIn(folder),
    HOST_SQLITE_SYNCHRONOUS: 'normal',
    // Tests share a machine, and their own work holds up the event loop.
    HOST_OVERLOAD_LIMIT: '0',
    HOST_ADMIN_EMAIL: instanceAdminEmail,
    HOST_ADMIN_PASSWORD: testPassword,
  }
}

function entryOf(plugin: AnyPlugin, helpPages: Readonly<Record<string, string>>): PluginEntry {
  const granted = plugin.topLevelApi ?? []
  return {
    plugin: withCheckedOutputs(plugin),
    version: '0.0.0',
    outOfTree: granted.length === 0,
    granted,
    helpFiles: () => new Map(Object.entries(helpPages)),
  }
}

async function stopOnFailure<Result>(host: Host, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await host.stop()
    throw error
  }
}
