/** A real host in several processes on one SQLite file, as `host serve --workers` has it. */
import cluster from 'node:cluster'
import { on } from 'node:events'
import { parentLine } from '../../packages/cli/src/serve/bus-lines.ts'
import { ParentConnections } from '../../packages/cli/src/serve/parent-connections.ts'
import { coherencePipe } from '../../packages/cli/src/serve/rights-pipes.ts'
import { prepareForWorkers, Supervisor } from '../../packages/cli/src/serve/supervisor.ts'
import { createHost, readConfig } from '../../packages/host/src/index.ts'
import { serveParent, type RunningServer } from '../process/serve-parent.ts'
import { benchPlugins } from './bench-plugin.ts'
import { fillWorkspaces } from './fill-workspaces.ts'

/** Options of measured workers. */
export interface WorkersServerOptions {
  /** The SQLite file; when it is new it is filled with one workspace. */
  readonly file: string
  readonly plugins: number
  readonly workers: number
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
    cpu: async () => (await Promise.all(Object.values(cluster.workers ?? {}).map(cpuOf))).reduce((a, b) => a + b, 0),
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

async function cpuOf(worker: (typeof cluster)['worker']): Promise<number> {
  if (worker === undefined) return 0
  worker.send('cpu')
  for await (const [told] of on(worker, 'message')) if (typeof told === 'number') return told
  return 0
}

async function serveAsWorker({ file, plugins }: WorkersServerOptions): Promise<void> {
  const config = readConfig({
    HOST_DATABASE_URL: file,
    HOST_LISTEN: '127.0.0.1:0',
    HOST_LOG_LEVEL: 'warn',
    HOST_RATE_API: '100000000',
  })
  const isFirst = cluster.worker?.id === 1
  const host = await createHost({
    plugins: benchPlugins({ count: plugins, tables: 1 }),
    config,
    worker: { isFirst, line: parentLine(), coherencePipe, connections: new ParentConnections() },
  })
  process.on('message', (message) => {
    if (message !== 'cpu') return
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.once('SIGTERM', () => void host.stop().finally(() => process.exit()))
  process.send?.({ port: Number(new URL(await host.listen()).port) })
}
