import type { Queries } from '@host/plugin'
import type { SignInPolicy } from '@host/plugin/platform'
import type { HostTables } from '../models.ts'
import { signInSettingsKey as key, signInSettingsOf } from '../sign-in/sign-in-settings.ts'

/** The current sign-in policy in the database. */
export async function readSignInPolicy(db: Queries<HostTables>): Promise<SignInPolicy> {
  const row = await db.selectFrom('instance_settings').select('value').where('key', '=', key).executeTakeFirst()
  return signInSettingsOf(row?.value)
}

/** Stores it, inside the transaction of its audit entry. */
export async function writeSignInPolicy(
  db: Queries<HostTables>,
  { registration, requireSecondFactor }: SignInPolicy,
): Promise<void> {
  const value = { registration, requireSecondFactor }
  await db
    .insertInto('instance_settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
