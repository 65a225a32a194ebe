import { Exports, noContent, Problem, stream, type PluginContext, requireService } from '@host/plugin'
import { Sessions, Workspaces } from '@host/plugin/platform'
import { checkWorkspaceExport, exportWorkspace } from '../shared.ts'
import type { WorkspacesMux } from './workspaces-mux.ts'

/** The export of a workspace, and the check that pages make before the browser downloads it. */
export function mountExport(mux: WorkspacesMux, ctx: Pick<PluginContext, 'lookup'>): void {
  const workspaces = requireService(ctx, Workspaces)
  const sessions = requireService(ctx, Sessions)
  const exports = requireService(ctx, Exports)

  mux.endpoint(checkWorkspaceExport, async ({ request, userId, params }) => {
    await sessions.requireEntry(request, params.id)
    const { role } = await workspaces.read(userId, params.id)
    if (role !== 'owner') throw new Problem('forbidden')
    exports.check(params.id)
    return noContent()
  })
  mux.endpoint(exportWorkspace, async ({ request, userId, params, signal, now }) => {
    await sessions.requireEntry(request, params.id)
    const text = await workspaces.export({ orgId: params.id, actorId: userId }, signal)
    const day = now().toISOString().slice(0, 10)
    return stream(text, {
      headers: {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="workspace-${day}.json"`,
      },
    })
  })
}
