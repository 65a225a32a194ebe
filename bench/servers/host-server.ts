/** A real host with made-up plugins. */
import { createHost, readConfig } from '../../packages/host/src/index.ts'
import { serveParent, type RunningServer } from '../process/serve-parent.ts'
import { benchPlugins } from './bench-plugin.ts'
import { notesPlugin } from './notes-plugin.ts'
import { fillWorkspaces } from './fill-workspaces.ts'

/** Options of a measured host. */
export interface HostServerOptions {
  /** The SQLite file, or the URL of a PostgreSQL database; when it is new it is filled with so many workspaces. */
  readonly file: string
  readonly workspaces: number
  readonly plugins: number
  /** Where keys are kept; beside everything else when left out. */
  readonly folder?: string
}

await serveParent(start)

async function start({ file, workspaces, plugins, folder }: HostServerOptions): Promise<RunningServer> {
  await fillWorkspaces(file, workspaces)
  const config = readConfig({
    HOST_DATABASE_URL: file,
    ...(folder === undefined ? {} : { HOST_DATA: folder }),
    HOST_LISTEN: '127.0.0.1:0',
    HOST_LOG_LEVEL: 'warn',
    // The limit counts and is never reached.
    HOST_RATE_API: '100000000',
  })
  const host = await createHost({ plugins: [...benchPlugins({ count: plugins, tables: 1 }), notesPlugin], config })
  return { port: Number(new URL(await host.listen()).port), close: () => host.stop() }
}
