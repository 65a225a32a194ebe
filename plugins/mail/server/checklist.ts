import { requireService, type ChecklistItem, type PluginContext, type WorkspaceScope } from '@host/plugin'
import { Edge } from '@host/plugin/platform'
import { provedDomains } from './mailboxes/proved-domains.ts'
import type { Tables } from './models.ts'
import { sampleAddress } from './sample/sample-mail.ts'

/** The first step of mail, once a domain can have mailboxes. */
export async function checklist(
  { db, orgId, language }: Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'language'>,
  ctx: PluginContext<Tables>,
): Promise<readonly ChecklistItem[]> {
  const domains = await provedDomains(requireService(ctx, Edge), orgId)
  if (domains.size === 0) return []
  const own = db.selectFrom('mail_mailboxes').select('id').where('address', '!=', sampleAddress).limit(1)
  return [
    {
      id: 'create-mailbox',
      title: { en: 'Create a mailbox', zh: '新建邮箱' }[language],
      path: '/mail/mailboxes?create=1',
      done: (await own.executeTakeFirst()) !== undefined,
    },
  ]
}
