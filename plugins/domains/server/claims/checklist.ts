import type { ChecklistItem, WorkspaceScope } from '@host/plugin'
import type { Tables } from '../models.ts'
import { practiceZone } from '../practice/practice-provider.ts'

/** The steps of the checklist, for those who may add domains and zones. */
export async function checklist({
  db,
  role,
  language,
}: Pick<WorkspaceScope<Tables>, 'db' | 'role' | 'language'>): Promise<readonly ChecklistItem[]> {
  if (role === 'member') return []
  const verified = db.selectFrom('domains_domains').select('id').where('state', '=', 'verified').limit(1)
  const zone = db.selectFrom('domains_zones').select('id').where('provider_zone', '!=', practiceZone.id).limit(1)
  return [
    {
      id: 'verify-domain',
      title: { en: 'Verify your own domain', zh: '验证您自己的域名' }[language],
      path: '/domains',
      done: (await verified.executeTakeFirst()) !== undefined,
    },
    {
      id: 'add-zone',
      title: { en: 'Add a DNS zone', zh: '添加 DNS 区域' }[language],
      path: '/domains/zones',
      done: (await zone.executeTakeFirst()) !== undefined,
    },
  ]
}
