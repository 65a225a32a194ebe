import type { Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'
import { signInSettingsKey, signInSettingsOf } from './sign-in-settings.ts'

/** A user in a workspace, or in none. */
export interface Standing {
  readonly userId: string
  readonly orgId: string | undefined
}

/** Whether the instance or the workspace asks for a second factor, and the account has none. */
export async function needsSecondFactor(db: Queries<HostTables>, { userId, orgId }: Standing): Promise<boolean> {
  if (!(await isSecondFactorRequired(db, orgId))) return false
  return !(await hasSecondFactor(db, userId))
}

/** Whether the instance or the workspace asks for a second factor. */
export async function isSecondFactorRequired(db: Queries<HostTables>, orgId: string | undefined): Promise<boolean> {
  const settings = await db
    .selectFrom('instance_settings')
    .select('value')
    .where('key', '=', signInSettingsKey)
    .executeTakeFirst()
  if (signInSettingsOf(settings?.value).requireSecondFactor) return true
  if (orgId === undefined) return false
  const workspace = await db
    .selectFrom('workspaces')
    .select('requires_second_factor as isRequired')
    .where('id', '=', orgId)
    .executeTakeFirst()
  return workspace?.isRequired === true
}

/** Whether an account has an active authenticator app or a passkey. */
export async function hasSecondFactor(db: Queries<HostTables>, userId: string): Promise<boolean> {
  const app = await db
    .selectFrom('totp_apps')
    .select('id')
    .where('user_id', '=', userId)
    .where('active_since', 'is not', null)
    .executeTakeFirst()
  if (app !== undefined) return true
  return (await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).executeTakeFirst()) !== undefined
}
