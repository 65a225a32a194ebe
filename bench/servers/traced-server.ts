/** Two equal hosts in one process, so that they differ in nothing else: one without traces, and one that sends them. */
import { join } from 'node:path'
import { createHost, readConfig, type Host } from '../../packages/host/src/index.ts'
import { serveParent, type RunningServer } from '../process/serve-parent.ts'
import { benchPlugins } from './bench-plugin.ts'
import { fillWorkspaces } from './fill-workspaces.ts'

/** Options of the pair. */
export interface TracedServerOptions {
  /** Where both keep their data. */
  readonly folder: string
  /** The address of the collector that the second one sends traces to, by the default sampler. */
  readonly collector: string
}

await serveParent(start)

async function start({ folder, collector }: TracedServerOptions): Promise<RunningServer> {
  const plain = await startHost(join(folder, 'plain'), undefined)
  const traced = await startHost(join(folder, 'traced'), collector)
  return {
    port: plain.port,
    otherPort: traced.port,
    close: async () => void (await Promise.all([plain.host.stop(), traced.host.stop()])),
  }
}

async function startHost(folder: string, collector: string | undefined): Promise<{ host: Host; port: number }> {
  const file = `${folder}.db`
  await fillWorkspaces(file, 1)
  const config = readConfig({
    HOST_DATABASE_URL: file,
    HOST_DATA: folder,
    HOST_LISTEN: '127.0.0.1:0',
    HOST_LOG_LEVEL: 'warn',
    // The limit counts and is never reached.
    HOST_RATE_API: '100000000',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector,
  })
  const host = await createHost({ plugins: benchPlugins({ count: 1, tables: 1 }), config })
  return { host, port: Number(new URL(await host.listen()).port) }
}
