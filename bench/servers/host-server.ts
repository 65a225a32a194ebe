/** A real host with made-up plugins. */
import { createHost, readConfig } from '../../packages/host/src/index.ts'
import { serveParent, type RunningServer } from '../process/serve-parent.ts'
import { benchPlugins } from './bench-plugin.ts'
import { plugin as linksPlugin } from '../../plugins/links/server/index.ts'
import { plugin as plansPlugin } from '../../plugins/plans/server/index.ts'
import { fillPlans, tieredPlugin } from './tiered-plugin.ts'
import { untilIdle } from '../process/until-idle.ts'
import { fillLinks, linksHost } from './fill-links.ts'
import { edgePlugin } from './edge-plugin.ts'
import { notesPlugin } from './notes-plugin.ts'
import { fillWorkspaces } from './fill-workspaces.ts'
import { workspaceId } from './session-token.ts'

/** Options of a measured host. */
export interface HostServerOptions {
  /** The SQLite file, or the URL of a PostgreSQL database; when it is new it is filled with so many workspaces. */
  readonly file: string
  readonly workspaces: number
  readonly plugins: number
  /** Where keys are kept; beside everything else when left out. */
  readonly folder?: string
  /** Whether its first workspace has a host of its own. */
  readonly hasEdge?: boolean
  /** Short links of its first workspace, on `linksHost`. */
  readonly links?: number
  /** Whether it has plans, and a route that asks for a tier. */
  readonly hasPlans?: boolean
}

const linksEntry = { plugin: linksPlugin, version: '1.0.0', outOfTree: false, granted: ['instance/links'] }

const plansEntry = { plugin: plansPlugin, version: '1.0.0', outOfTree: false, granted: ['instance/plans'] }

await serveParent(start)

async function start({
  file,
  workspaces,
  plugins,
  folder,
  hasEdge = false,
  links = 0,
  hasPlans = false,
}: HostServerOptions): Promise<RunningServer> {
  await fillWorkspaces(file, workspaces)
  if (hasPlans) await fillPlans(file)
  if (links > 0) await fillLinks(file, links, workspaceId(0))
  const config = readConfig({
    HOST_DATABASE_URL: file,
    ...(folder === undefined ? {} : { HOST_DATA: folder }),
    HOST_LISTEN: '127.0.0.1:0',
    HOST_LOG_LEVEL: 'warn',
    // The limit counts and is never reached.
    HOST_RATE_API: '100000000',
    HOST_RATE_PAGE: '100000000',
    HOST_RATE_REDIRECT: '100000000',
    ...(hasEdge || links > 0 ? { HOST_PUBLIC_URL: 'http://bench.test' } : {}),
    ...(links > 0 ? { HOST_SHARED_HOST: linksHost } : {}),
  })
  const edge = edgePlugin()
  const inTree = [
    ...benchPlugins({ count: plugins, tables: 1 }),
    notesPlugin,
    ...(hasEdge ? [edge.entry] : []),
    ...(links > 0 ? [linksEntry] : []),
    ...(hasPlans ? [plansEntry, { plugin: tieredPlugin, version: '1.0.0', outOfTree: false }] : []),
  ]
  const host = await createHost({ plugins: inTree, config })
  const port = Number(new URL(await host.listen()).port)
  if (hasEdge) await edge.give(workspaceId(0))
  // The links are read into memory while it serves already.
  if (links > 0) await untilIdle()
  return { port, close: () => host.stop() }
}
