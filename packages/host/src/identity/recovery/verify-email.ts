import { takeLink } from './account-links.ts'
import type { RecoveryParts } from './recovery-service.ts'

/** Makes a new account usable. @throws Problem `gone` */
export async function verifyEmail({ db, clock, recorder }: RecoveryParts, token: string): Promise<void> {
  await db.transaction(async (queries) => {
    const { userId } = await takeLink(queries, { token, purpose: 'verify' }, clock())
    await queries.updateTable('users').set({ is_email_verified: true }).where('id', '=', userId).execute()
    await recorder.record({ kind: 'user.email_verified', actorId: userId, userId })
  })
}
