import { Problem, type Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'

/**
 * An instance keeps one admin who can sign in, even when two lose the right at the same moment: locks a row that every
 * such change locks until its transaction ends. PostgreSQL locks a row that is updated; SQLite has one writer anyway.
 * @throws Problem `conflict` when this user is the only enabled admin
 */
export async function checkKeepsAdmin(db: Queries<HostTables>, userId: string): Promise<void> {
  await db
    .updateTable('instance_settings')
    .set((set) => ({ key: set.ref('key') }))
    .where('key', '=', 'set_up')
    .execute()
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('is_instance_admin', '=', true)
    .where('disabled_at', 'is', null)
    .limit(2)
    .execute()
  if (admins.some(({ id }) => id !== userId) || admins.length === 0) return
  throw new Problem('conflict', {
    detail: { en: 'An instance needs at least one admin.', zh: '实例至少保留一位管理员。' },
    nextStep: { en: 'Make another user an instance admin first.', zh: '请先将其他人设为实例管理员。' },
  })
}
