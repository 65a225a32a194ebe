import { Problem, type Queries } from '@host/plugin'
import type { HostTables } from '../models.ts'

/** The owner of the factors. */
export interface FactorOwner {
  readonly email: string
  readonly name: string
  readonly hasPassword: boolean
}

/** @throws Problem `unauthenticated` when the account is gone */
export async function readOwner(db: Queries<HostTables>, userId: string): Promise<FactorOwner> {
  const owner = await db
    .selectFrom('users')
    .select(['email', 'name', 'password_hash as passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (owner === undefined) throw new Problem('unauthenticated')
  return { email: owner.email, name: owner.name, hasPassword: owner.passwordHash !== null }
}
