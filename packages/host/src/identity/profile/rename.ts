import { Problem } from '@host/plugin'
import { complaints, isName } from '../accounts/account-draft.ts'
import { languageOf } from '../../request/client.ts'
import { ownAccount } from './own-account.ts'
import type { ProfileParts } from './profile-service.ts'

/** @throws Problem `unauthenticated`, `invalid_input` */
export async function rename(parts: ProfileParts, request: Request, given: string): Promise<void> {
  const { db, recorder } = parts
  const { account } = await ownAccount(parts, request)
  const name = given.trim()
  if (!isName(name)) {
    throw new Problem('invalid_input', { errors: [{ path: 'name', message: complaints.name[languageOf(request)] }] })
  }
  if (name === account.name) return
  await db.transaction(async (queries) => {
    await queries.updateTable('users').set({ name }).where('id', '=', account.id).execute()
    const { id: userId, name: from } = account
    await recorder.record({ kind: 'user.renamed', actorId: userId, userId, from, to: name })
  })
}
