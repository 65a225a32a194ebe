import {
  Live,
  PluginCatalog,
  type LiveService,
  type PluginCatalogService,
  type PluginContext,
  requireService,
} from '@host/plugin'
import {
  Api,
  ApiCalls,
  HelpLibrary,
  Workspaces,
  type ApiCallsService,
  type ApiService,
  type HelpLibraryService,
  type WorkspacesService,
} from '@host/plugin/platform'
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
  const api = requireService(ctx, Api)
  let tools: ToolTable | undefined
  return Object.freeze<Parts>({
    ctx,
    api,
    calls: requireService(ctx, ApiCalls),
    catalog: requireService(ctx, PluginCatalog),
    help: requireService(ctx, HelpLibrary),
    live: requireService(ctx, Live),
    workspaces: requireService(ctx, Workspaces),
    approvals,
    tools: () => (tools ??= new ToolTable(api.routes())),
  })
}
