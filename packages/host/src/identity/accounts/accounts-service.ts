import { Problem } from '@host/plugin'
import type { AccountsService, NewUser, User, VerifiedUser } from '@host/plugin/platform'
import { clientOf } from '../../request/client.ts'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { HostDatabase } from '../models.ts'
import { networkOf } from '../../request/network.ts'
import type { Throttle } from '../../security/throttle/throttle.ts'
import { iso } from '../../support/time.ts'
import { passwordKey } from '../throttle-budgets.ts'
import { addressTaken, draftAccount } from './account-draft.ts'
import { insertAccount, type AccountStore, type StoredAccount } from './account-store.ts'
import { normalizeEmail } from './email.ts'
import type { PasswordHasher } from './password-hash.ts'
import type { SetUp } from './set-up.ts'

/** Options of accounts. */
export interface AccountsOptions {
  readonly db: HostDatabase
  readonly recorder: ChangeRecorder
  readonly store: AccountStore
  readonly passwords: PasswordHasher
  readonly throttle: Throttle
  readonly setUp: SetUp
  readonly clock: () => number
}

/** Makes the service `Accounts`. */
export function accountsService(options: AccountsOptions): AccountsService {
  const { store, setUp } = options
  return Object.freeze({
    needsSetUp: () => setUp.isNeeded(),
    setUp: (input) => setUp.setUp(input),
    verifyPassword: (request, email, password) => verifyPassword(options, request, { email, password }),
    create: (input) => create(options, input),
    findByEmail: async (email) => {
      const account = await store.findByEmail(normalizeEmail(email) ?? '')
      return account && userOf(account)
    },
    growth: (since) => store.growth(since),
  } satisfies AccountsService)
}

async function create({ db, passwords, clock, recorder }: AccountsOptions, input: NewUser): Promise<User> {
  const { email, name, password } = draftAccount(input)
  const passwordHash = await passwords.hash(password)
  const account = { email, name, passwordHash, isInstanceAdmin: false, createdAt: iso(clock()) }
  return db.transaction(async (queries) => {
    const user = await insertAccount(queries, account)
    if (user === undefined) throw new Problem('conflict', { detail: addressTaken, nextStep: mayBeReleased })
    await recorder.record({ kind: 'user.created', userId: user.id, email, name })
    return user
  })
}

const mayBeReleased = {
  en: 'If the account belongs to another person and never verified the address, release the address from it first.',
  zh: '如果该账户属于他人且从未验证此地址，请先从该账户释放该地址。',
}

async function verifyPassword(
  options: AccountsOptions,
  request: Request,
  given: { readonly email: string; readonly password: string },
): Promise<VerifiedUser> {
  const { throttle } = options
  const email = normalizeEmail(given.email) ?? ''
  const key = passwordKey({ email, network: networkOf(clientOf(request).address) })
  const account = await throttle.try(key, () => findVerified(options, email, given.password))
  if (account === undefined) throw new Problem('invalid_credentials')
  return { ...userOf(account), accessEpoch: account.accessEpoch }
}

/** The account of these credentials, if it may sign in: whatever the error, the work and the answer are the same. */
async function findVerified(
  { store, passwords, recorder }: AccountsOptions,
  email: string,
  password: string,
): Promise<StoredAccount | undefined> {
  const account = await store.findByEmail(email)
  const isRight = await passwords.verify(password, account?.passwordHash)
  if (!isRight || account === undefined || account.passwordHash === null || !maySignIn(account)) {
    // The typed text is not recorded: people type passwords where the address belongs.
    await recorder.record({ kind: 'session.refused', userId: account?.id })
    return undefined
  }
  if (passwords.isOutdated(account.passwordHash)) {
    await store.rehash(account.id, account.passwordHash, await passwords.hash(password))
  }
  return account
}

function maySignIn({ isEmailVerified, isDisabled }: StoredAccount): boolean {
  return isEmailVerified && !isDisabled
}

function userOf({ id, email, name, isInstanceAdmin, createdAt }: StoredAccount): User {
  return { id, email, name, isInstanceAdmin, createdAt }
}
