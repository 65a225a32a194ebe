import type { ChecklistItem, WorkspaceScope } from '@host/plugin'
import type { Tables } from '../models.ts'

/** The step of the checklist, for those who may add a domain. */
export async function checklist({
  db,
  role,
  language,
}: Pick<WorkspaceScope<Tables>, 'db' | 'role' | 'language'>): Promise<readonly ChecklistItem[]> {
  if (role === 'member') return []
  const verified = db.selectFrom('domains_domains').select('id').where('state', '=', 'verified').limit(1)
  const title = { en: 'Verify your own domain', zh: '验证您自己的域名' }[language]
  return [{ id: 'verify-domain', title, path: '/domains', done: (await verified.executeTakeFirst()) !== undefined }]
}
