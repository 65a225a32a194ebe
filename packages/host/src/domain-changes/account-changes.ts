import type { SignInPolicy } from '@host/plugin/platform'
import { attemptTarget, counted, type Attempt } from './attempt.ts'
import type { ChangeRow, ChangeRows, InInstance } from './change-row.ts'

interface AboutUser extends InInstance {
  readonly userId: string
}

interface NamedUser extends AboutUser {
  readonly email: string
  readonly name: string
}

/** Values before and after. */
interface Moved extends AboutUser {
  readonly from: string
  readonly to: string
}

/** The rights of an account. */
export interface AccountRights {
  readonly isInstanceAdmin: boolean
  readonly isDisabled: boolean
}

interface RightsChanged extends AboutUser {
  readonly before: AccountRights
  readonly after: AccountRights
}

/** Changes of accounts, by their kind. */
export interface AccountFacts {
  'instance.set_up': NamedUser
  'user.created': NamedUser
  'user.registered': NamedUser
  'user.never_verified': NamedUser
  'user.deleted': NamedUser
  'user.renamed': Moved
  'user.password_set': AboutUser
  'user.password_changed': AboutUser
  'user.password_reset': AboutUser
  /** `signsInWith` for an account that has no password to reset. */
  'user.reset_asked': Attempt & { readonly signsInWith?: 'provider' | 'sso' | undefined }
  'user.verification_asked': Attempt
  'user.email_asked': AboutUser
  'user.email_changed': Moved
  'user.email_verified': AboutUser
  'user.mailbox_proven': AboutUser
  'user.address_released': AboutUser & { readonly email: string }
  'user.disabled': RightsChanged
  'user.enabled': RightsChanged
  'user.signed_out': AboutUser
  'admin.made': RightsChanged
  'admin.unmade': RightsChanged
  'sign_in.changed': InInstance & { readonly before: SignInPolicy; readonly after: SignInPolicy }
}

const targetOf = (userId: string): string => `user:${userId}`

const plain = {
  entry: ({ userId }) => ({ target: targetOf(userId) }),
  event: undefined,
} as const satisfies ChangeRow<AboutUser>

const begun = {
  entry: ({ userId, email, name }) => ({ target: targetOf(userId), after: { email, name } }),
  event: undefined,
} as const satisfies ChangeRow<NamedUser>

const ended = {
  entry: ({ userId, email, name }) => ({ target: targetOf(userId), before: { email, name } }),
  event: undefined,
} as const satisfies ChangeRow<NamedUser>

const rights = {
  entry: ({ userId, before, after }) => ({ target: targetOf(userId), before: { ...before }, after: { ...after } }),
  event: undefined,
} as const satisfies ChangeRow<RightsChanged>

export const accountRows = {
  'instance.set_up': begun,
  'user.created': begun,
  'user.registered': begun,
  'user.never_verified': ended,
  'user.deleted': ended,
  'user.renamed': {
    entry: ({ userId, from, to }) => ({ target: targetOf(userId), before: { name: from }, after: { name: to } }),
    event: undefined,
  },
  'user.password_set': plain,
  'user.password_changed': plain,
  'user.password_reset': plain,
  'user.reset_asked': {
    entry: (asked) => ({
      target: attemptTarget(asked),
      after: counted(asked.signsInWith && { signsInWith: asked.signsInWith }, asked),
    }),
    event: undefined,
  },
  'user.verification_asked': {
    entry: (asked) => ({ target: attemptTarget(asked), after: counted(undefined, asked) }),
    event: undefined,
  },
  'user.email_asked': plain,
  'user.email_changed': {
    entry: ({ userId, from, to }) => ({ target: targetOf(userId), before: { email: from }, after: { email: to } }),
    event: undefined,
  },
  'user.email_verified': plain,
  'user.mailbox_proven': plain,
  'user.address_released': {
    entry: ({ userId, email }) => ({ target: targetOf(userId), before: { email } }),
    event: undefined,
  },
  'user.disabled': rights,
  'user.enabled': rights,
  'user.signed_out': plain,
  'admin.made': rights,
  'admin.unmade': rights,
  'sign_in.changed': {
    entry: ({ before, after }) => ({ target: 'instance', before: { ...before }, after: { ...after } }),
    event: undefined,
  },
} as const satisfies ChangeRows<AccountFacts>
