/** A real host in several processes on one SQLite file, as `host serve --workers` has it. */
import cluster from 'node:cluster'
import { on } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parentLine } from '../../packages/cli/src/serve/bus-lines.ts'
import { ParentConnections } from '../../packages/cli/src/serve/parent-connections.ts'
import { coherencePipe } from '../../packages/cli/src/serve/rights-pipes.ts'
import { prepareForWorkers, Supervisor } from '../../packages/cli/src/serve/supervisor.ts'
import { createHost, readConfig } from '../../packages/host/src/index.ts'
import { serveParent, type RunningServer } from '../process/serve-parent.ts'
import { benchPlugins } from './bench-plugin.ts'
import { notesPlugin } from './notes-plugin.ts'
import { fillWorkspaces } from './fill-workspaces.ts'

/** Options of measured workers. */
export interface WorkersServerOptions {
  /** The SQLite file, or the URL of a PostgreSQL database; it is filled with one workspace. */
  readonly file: string
  readonly plugins: number
  readonly workers: number
  /** Where keys are kept; beside everything else when left out. */
  readonly folder?: string
  /** Whether it has a route that writes. */
  readonly hasNotes?: boolean
}

if (cluster.isPrimary) await serveParent(startWorkers)
else await serveAsWorker(JSON.parse(process.argv[2] ?? 'null') as WorkersServerOptions)

async function startWorkers({ file, workers }: WorkersServerOptions): Promise<RunningServer> {
  await fillWorkspaces(file, 1)
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  prepareForWorkers(process.execArgv)
  const supervisor = new Supervisor({
    count: workers,
    config: readConfig({ HOST_LISTEN: '127.0.0.1:0' }),
    log: silent,
    stopTimeout: 1_000,
    failedRestore: undefined,
  })
  const over = supervisor.run()
  const port = await listening()
  return {
    port,
    async others() {
      const used = await Promise.all(Object.values(cluster.workers ?? {}).map(usageOf))
      return {
        cpu: used.reduce((sum, { cpu }) => sum + cpu, 0),
        longestDelay: Math.max(...used.map(({ longestDelay }) => longestDelay)),
      }
    },
    async close() {
      supervisor.stop()
      await over
    },
  }
}

/** Waits until the workers listen. @returns their port */
async function listening(): Promise<number> {
  return await new Promise((resolve) => {
    cluster.on('message', (_worker, message: unknown) => {
      if (typeof message === 'object' && message !== null && 'port' in message) resolve(message.port as number)
    })
  })
}

interface WorkerUsage {
  readonly cpu: number
  readonly longestDelay: number
}

async function usageOf(worker: (typeof cluster)['worker']): Promise<WorkerUsage> {
  worker?.send('usage')
  for await (const [told] of worker === undefined ? [] : on(worker, 'message')) {
    if (typeof told === 'object' && 'longestDelay' in told) return told as WorkerUsage
  }
  return { cpu: 0, longestDelay: 0 }
}

async function serveAsWorker({ file, plugins, folder, hasNotes = false }: WorkersServerOptions): Promise<void> {
  const config = readConfig({
    HOST_DATABASE_URL: file,
    ...(folder !== undefined && { HOST_DATA: folder }),
    HOST_LISTEN: '127.0.0.1:0',
    HOST_LOG_LEVEL: 'warn',
    HOST_RATE_API: '100000000',
  })
  const isFirst = cluster.worker?.id === 1
  const host = await createHost({
    plugins: [...benchPlugins({ count: plugins, tables: 1 }), ...(hasNotes ? [notesPlugin] : [])],
    config,
    worker: { isFirst, line: parentLine(), coherencePipe, connections: new ParentConnections() },
  })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('message', (message) => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system, longestDelay: delay.max / 1e6 } satisfies WorkerUsage)
    delay.reset()
  })
  process.once('SIGTERM', () => void host.stop().finally(() => process.exit()))
  process.send?.({ port: Number(new URL(await host.listen()).port) })
}
