/**
 * The product's own plugins and those of a test, started as the executable starts them, on a real socket. Responses of
 * the product's typed endpoints are also validated against their definitions.
 */
import { createHost, createLog, readConfig, type Host, type HostConfig, type PluginEntry } from '@host/host'
import type { AnyPlugin } from '@host/plugin'
import type { OutboundPolicy } from '@host/plugin/safehttp'
import { inTree } from '../../../apps/server/src/edition.ts'
import { testDatabases, type TestDatabase, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { withCheckedOutputs } from '../../../packages/testing/src/checked-outputs.ts'
import { editionTemplate } from './edition-template.ts'
import { emailOf, invitePeople, password, type People } from './people.ts'
import { unhurried } from './unhurried.ts'
import { secretKey } from './secret-key.ts'
import { Visitor } from './visitor.ts'

type Services = NonNullable<Parameters<typeof createHost>[0]['services']>

/** Options of a test's host. */
export interface SpecHostOptions {
  /** Out-of-tree plugins. */
  readonly plugins?: readonly AnyPlugin[]
  /** Further in-tree plugins. */
  readonly inTree?: readonly Omit<PluginEntry, 'version' | 'outOfTree'>[]
  /** SQLite when left out. */
  readonly database?: TestDatabaseProduct
  /** A database that is there already, and stays. */
  readonly at?: Pick<TestDatabase, 'url'>
  readonly services?: Services
  /** Leaves the product's own plugins out. */
  readonly isBare?: boolean
  /** Names of the product's own plugins to leave out. */
  readonly without?: readonly string[]
  /** Further variables of the environment. */
  readonly environment?: Readonly<Record<string, string>>
  /** Destinations that plugins may reach, in place of the environment's. */
  readonly outbound?: OutboundPolicy
  /** Milliseconds since 1970, in place of the machine's. */
  readonly clock?: () => number
}

/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>>

/** A running host and those who use it. */
export interface SpecHost extends AsyncDisposable {
  readonly host: Host
  readonly announced: readonly string[]
  readonly log: readonly LogLine[]
  visitor(): Visitor
  /** Fills both workspaces. */
  people(): Promise<People>
}

const [sqlite] = testDatabases

/** Starts a host. @throws BootError when it refuses; nothing is left behind then */
export async function startSpecHost(options: SpecHostOptions = {}): Promise<SpecHost> {
  const { isBare = false, without = [] } = options
  const template = isBare || without.length > 0 ? undefined : editionTemplate()
  const made = options.at === undefined ? await (options.database ?? sqlite)?.create(template) : undefined
  const database = options.at ?? made
  if (database === undefined) throw new Error('There is no database to test on.')
  const remove = async (): Promise<void> => await made?.[Symbol.asyncDispose]()
  const announced: string[] = []
  const log: LogLine[] = []
  try {
    const host = await createHost({
      plugins: entries(options),
      config: configOf(options, database.url),
      log: createLog({ level: 'debug', format: 'json', write: (line) => void log.push(JSON.parse(line) as LogLine) }),
      announce: (line) => void announced.push(line),
      passwordCost: { memory: 64, passes: 1 },
      services: options.services,
      ...(options.clock !== undefined && { clock: options.clock }),
    })
    const url = await host.listen()
    const visitor = (): Visitor => new Visitor(url, options.environment?.['HOST_PUBLIC_URL'])
    return {
      host,
      announced,
      log,
      visitor,
      people: () => invitePeople(visitor),
      async [Symbol.asyncDispose]() {
        await host.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

function configOf({ environment, outbound }: SpecHostOptions, database: string): HostConfig {
  const config = readConfig({
    HOST_LISTEN: '127.0.0.1:0',
    HOST_DATABASE_URL: database,
    HOST_SECRET_KEY: secretKey,
    HOST_SQLITE_SYNCHRONOUS: 'normal',
    ...unhurried,
    ...environment,
    HOST_ADMIN_EMAIL: emailOf('ada'),
    HOST_ADMIN_PASSWORD: password,
  })
  return { ...config, outbound: outbound ?? config.outbound }
}

function entries({ plugins = [], inTree: more = [], isBare = false, without = [] }: SpecHostOptions): PluginEntry[] {
  const own = isBare ? [] : inTree.filter(({ plugin }) => !without.includes(plugin.name))
  return [
    ...own.map((entry) => ({ ...inTreeEntry(entry), plugin: withCheckedOutputs(entry.plugin) })),
    ...more.map(inTreeEntry),
    ...plugins.map((plugin) => ({ plugin, version: '1.0.0', outOfTree: true })),
  ]
}

function inTreeEntry(entry: Omit<PluginEntry, 'version' | 'outOfTree'>): PluginEntry {
  return { ...entry, version: '1.0.0', outOfTree: false }
}
