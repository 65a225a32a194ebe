import type { ChecklistItem, WorkspaceScope } from '@host/plugin'
import type { Tables } from './models.ts'
import { sampleHost } from './sample/sample-links.ts'

/** The first step of short links. */
export async function checklist({
  db,
  language,
}: Pick<WorkspaceScope<Tables>, 'db' | 'language'>): Promise<readonly ChecklistItem[]> {
  const link = await db
    .selectFrom('links_links')
    .select('id')
    .where('host', '!=', sampleHost)
    .limit(1)
    .executeTakeFirst()
  return [
    {
      id: 'create-link',
      title: { en: 'Create a short link', zh: '创建短链接' }[language],
      path: '/links?create=1',
      done: link !== undefined,
    },
  ]
}
