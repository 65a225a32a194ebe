import { requireService, type ChecklistItem, type PluginContext, type WorkspaceScope } from '@host/plugin'
import { Edge } from '@host/plugin/platform'
import { hostsOf } from './hosts/link-hosts.ts'
import type { Tables } from './models.ts'
import { sampleHost } from './sample/sample-links.ts'

/** The first step of short links, where a host can serve them. */
export async function checklist(
  { db, orgId, language }: Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'language'>,
  ctx: PluginContext<Tables>,
): Promise<readonly ChecklistItem[]> {
  const hosts = await hostsOf({ edge: requireService(ctx, Edge) }, { db, orgId })
  if (!hosts.some(({ isVerified }) => isVerified)) return []
  const own = db.selectFrom('links_links').select('id').where('host', '!=', sampleHost).limit(1)
  return [
    {
      id: 'create-link',
      title: { en: 'Create a short link', zh: '创建短链接' }[language],
      path: '/links?create=1',
      done: (await own.executeTakeFirst()) !== undefined,
    },
  ]
}
