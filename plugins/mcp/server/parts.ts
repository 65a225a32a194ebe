import {
  Api,
  ApiCalls,
  HelpLibrary,
  Live,
  PluginCatalog,
  Workspaces,
  type ApiCallsService,
  type ApiService,
  type HelpLibraryService,
  type LiveService,
  type PluginCatalogService,
  type PluginContext,
  type ServiceToken,
  type WorkspacesService,
} from '@host/plugin'
import type { Approvals } from './approvals/approvals.ts'
import type { Tables } from './approvals/models.ts'
import { ToolTable } from './tools/tool-table.ts'

/** Dependencies of serving agents. */
export interface Parts {
  readonly ctx: PluginContext<Tables>
  readonly api: ApiService
  readonly calls: ApiCallsService
  readonly catalog: PluginCatalogService
  readonly help: HelpLibraryService
  readonly live: LiveService
  readonly workspaces: WorkspacesService
  readonly approvals: Pick<Approvals, 'request'>
  /** All tools of the build, once every plugin is mounted. */
  tools(): ToolTable
}

/** Looks up the dependencies of the agent server. @throws Error naming a missing service */
export function openParts(ctx: PluginContext<Tables>, approvals: Pick<Approvals, 'request'>): Parts {
  const api = needed(ctx, Api)
  let tools: ToolTable | undefined
  return Object.freeze<Parts>({
    ctx,
    api,
    calls: needed(ctx, ApiCalls),
    catalog: needed(ctx, PluginCatalog),
    help: needed(ctx, HelpLibrary),
    live: needed(ctx, Live),
    workspaces: needed(ctx, Workspaces),
    approvals,
    tools: () => (tools ??= new ToolTable(api.routes())),
  })
}

function needed<Service>(ctx: PluginContext<Tables>, token: ServiceToken<Service>): Service {
  const service = ctx.lookup(token)
  if (service === undefined) throw new Error(`Agents need the service ${token.name} of the host.`)
  return service
}
