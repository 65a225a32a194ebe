import { Problem } from '@host/plugin'
import { complaints, isName } from '../accounts/account-draft.ts'
import { languageOf } from '../../request/client.ts'
import { ownAccount } from './own-account.ts'
import type { ProfileParts } from './profile-service.ts'

/** @throws Problem `unauthenticated`, `invalid_input` */
export async function rename(parts: ProfileParts, request: Request, given: string): Promise<void> {
  const { db, audit } = parts
  const { account } = await ownAccount(parts, request)
  const name = given.trim()
  if (!isName(name)) {
    throw new Problem('invalid_input', { errors: [{ path: 'name', message: complaints.name[languageOf(request)] }] })
  }
  if (name === account.name) return
  await db.transaction(async (queries) => {
    await queries.updateTable('users').set({ name }).where('id', '=', account.id).execute()
    await audit.record({
      orgId: undefined,
      actorId: account.id,
      action: 'user.renamed',
      target: `user:${account.id}`,
      before: { name: account.name },
      after: { name },
    })
  })
}
