import { Problem, type NotificationCategory } from '@host/plugin'
import type { Parts } from '../parts.ts'

export const accessNotifications: readonly NotificationCategory[] = [
  { id: 'access', title: 'New members of your mailboxes' },
]

export interface MembersChange {
  readonly orgId: string
  /** The user who changed them. */
  readonly by: string
  readonly address: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Notifies the members of a mailbox that others may read it now, as a part of a transaction. */
export async function notifyOfMembers(
  { ctx }: Pick<Parts, 'ctx'>,
  { orgId, by, address, before, after }: MembersChange,
): Promise<void> {
  const added = after.filter((id) => !before.includes(id)).length
  if (added === 0) return
  for (const userId of before) {
    if (userId === by) continue
    try {
      await ctx.notify({
        to: { orgId, userId },
        category: 'access',
        title: { en: 'A mailbox has new members', zh: '邮箱有新成员' },
        body: {
          en: `More members may read ${address} now: ${added}.`,
          zh: `现在有更多成员可以阅读 ${address}：${added} 人。`,
        },
      })
    } catch (error) {
      // A build without notifications has the audit log.
      if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
    }
  }
}
