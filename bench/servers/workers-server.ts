/** A real host in several processes on one SQLite file, as `host serve --workers` has it. */
import cluster from 'node:cluster'
import { once } from 'node:events'
import { parentLine } from '../../packages/cli/src/serve/bus-lines.ts'
import { coherencePipe } from '../../packages/cli/src/serve/rights-pipes.ts'
import { Supervisor } from '../../packages/cli/src/serve/supervisor.ts'
import { createHost, readConfig } from '../../packages/host/src/index.ts'
import { serveParent, type RunningServer } from '../process/serve-parent.ts'
import { benchPlugins } from './bench-plugin.ts'
import { fillWorkspaces } from './fill-workspaces.ts'

/** What measured workers are made of. */
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
  const supervisor = new Supervisor({
    count: workers,
    log: silent,
    execArgv: process.execArgv,
    stopTimeout: 1_000,
  })
  const over = supervisor.run()
  const port = await listening(workers)
  return {
    port,
    cpu: async () => (await Promise.all(Object.values(cluster.workers ?? {}).map(cpuOf))).reduce((a, b) => a + b, 0),
    async close() {
      supervisor.stop()
      await over
    },
  }
}

/** Waits until so many workers listen. @returns their port */
async function listening(workers: number): Promise<number> {
  for (let count = 1; ; count += 1) {
    const [, { port }] = (await once(cluster, 'listening')) as [unknown, { readonly port: number }]
    if (count === workers) return port
  }
}

async function cpuOf(worker: (typeof cluster)['worker']): Promise<number> {
  if (worker === undefined) return 0
  const told = once(worker, 'message') as Promise<[number]>
  worker.send('cpu')
  return (await told)[0]
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
    worker: { isFirst, line: parentLine(), coherencePipe },
  })
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.once('SIGTERM', () => void host.stop().finally(() => process.exit()))
  await host.listen()
}
