import {
  answerBlob,
  Blobs,
  Problem,
  requireService,
  type Blob,
  type PluginContext,
  type WorkspaceScope,
} from '@host/plugin'
import { Sessions, Workspaces, type OwnWorkspace } from '@host/plugin/platform'
import { changeLogo, readLogo, removeLogo } from '../shared.ts'
import type { Tables } from './models.ts'
import type { WorkspacesMux } from './workspaces-mux.ts'

type LogoScope = WorkspaceScope<Tables, { readonly id: string }>

/** The picture of a workspace: an upload, and the path that serves it. */
export function mountLogo(mux: WorkspacesMux, ctx: PluginContext<Tables>): void {
  const workspaces = requireService(ctx, Workspaces)
  const sessions = requireService(ctx, Sessions)
  const blobs = requireService(ctx, Blobs)
  const put = ({ db, orgId, userId, params }: LogoScope, file: string | undefined): Promise<OwnWorkspace> => {
    if (params.id !== orgId) throw new Problem('not_found')
    return db.transaction(async (queries) => {
      await queries.deleteFrom('workspaces_logos').execute()
      const insert = queries.insertInto('workspaces_logos').returning('id')
      const logo = file === undefined ? null : (await insert.values({ file }).executeTakeFirstOrThrow()).id
      return await workspaces.change({ orgId, actorId: userId }, { logo })
    })
  }
  const stored = async (orgId: string, id: string): Promise<Blob | undefined> => {
    const logos = ctx.db.inWorkspace(orgId, 'serve its picture').selectFrom('workspaces_logos')
    const row = await logos.select('file').where('id', '=', id).executeTakeFirst()
    return row === undefined ? undefined : await blobs.get(orgId, row.file)
  }
  mux.upload(changeLogo, async (scope) => await put(scope, scope.file.key))
  mux.endpoint(removeLogo, async (scope) => await put(scope, undefined))
  mux.endpoint(readLogo, async ({ request, userId, params: { id, logo } }) => {
    if (!sessions.isSupporting(request, id)) await workspaces.read(userId, id)
    const picture = (await stored(id, logo)) ?? (await workspaces.logo(userId, id, logo))
    const answer = answerBlob(picture, { name: 'logo', as: 'inline' })
    // The path names the picture, so its content never changes.
    answer.headers.set('cache-control', 'private, max-age=31536000, immutable')
    return answer
  })
}
