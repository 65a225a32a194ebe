import { Problem, type Page } from '@host/plugin'
import type { Account, AccountsRequest, AccountState } from '@host/plugin/platform'
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { HostDatabase, HostTables } from '../models.ts'
import { orderedPage } from '../ordered-page.ts'

/** All accounts, newest first. */
export async function listAccounts(db: HostDatabase, { state, ...request }: AccountsRequest): Promise<Page<Account>> {
  const { items, nextCursor } = await orderedPage(
    accountsIn(db),
    {
      id: 'u.id',
      texts: { created: undefined, name: 'u.name', email: 'u.email' },
      usual: '-created',
      searched: ['u.name', 'u.email'],
      filter: state && conditions[state],
    },
    request,
  )
  return { items: items.map(accountOf), nextCursor }
}

/** @throws Problem `not_found` */
export async function readAccount(db: HostDatabase, userId: string): Promise<Account> {
  const found = await accountsIn(db).where('u.id', '=', userId).executeTakeFirst()
  if (found === undefined) throw new Problem('not_found')
  return accountOf(found)
}

type Build = ExpressionBuilder<HostTables & { u: HostTables['users'] }, 'u'>

function accountsIn(db: HostDatabase) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.name', 'u.is_instance_admin as isInstanceAdmin', 'u.created_at as createdAt'])
    .select(['u.is_mailbox_proven as isMailboxProven'])
    .select(['u.is_email_verified as isEmailVerified', 'u.disabled_at as disabledAt', 'u.last_seen_at as lastSeenAt'])
    .select((eb) => totpOf(eb).as('totpId'))
    .select((eb) => passkeyOf(eb).as('passkeyId'))
}

function totpOf(eb: Build) {
  return eb
    .selectFrom('totp_apps as t')
    .select('t.id')
    .whereRef('t.user_id', '=', 'u.id')
    .where('t.active_since', 'is not', null)
}

function passkeyOf(eb: Build) {
  return eb.selectFrom('passkeys as p').select('p.id').whereRef('p.user_id', '=', 'u.id').limit(1)
}

const conditions: Readonly<Record<AccountState, (eb: Build) => ReturnType<Build['and']>>> = {
  admin: (eb) => eb.and([eb('u.is_instance_admin', '=', true)]),
  disabled: (eb) => eb.and([eb('u.disabled_at', 'is not', null)]),
  // An expression, which no index serves: the index by this column would examine all unverified accounts.
  unverified: (eb) => eb.and([sql<SqlBool>`not coalesce(${eb.ref('u.is_email_verified')}, false)`]),
  without_second_factor: (eb) => eb.and([eb.not(eb.exists(totpOf(eb))), eb.not(eb.exists(passkeyOf(eb)))]),
}

type Found = Omit<Account, 'isDisabled' | 'hasSecondFactor'> & {
  readonly disabledAt: string | null
  readonly totpId: string | null
  readonly passkeyId: string | null
}

function accountOf({ disabledAt, totpId, passkeyId, ...account }: Found): Account {
  return { ...account, isDisabled: disabledAt !== null, hasSecondFactor: totpId !== null || passkeyId !== null }
}
