import type { SecondFactor } from '@host/plugin/platform'
import type { ChangeRows, InWorkspace } from './change-row.ts'

interface AboutMember extends InWorkspace {
  readonly userId: string
}

/** Changes to the sign-in of an account, as a workspace of its user sees them, by their kind. */
export interface MemberAccountFacts {
  'auth.sign_in_failed': AboutMember & {
    readonly method: 'password' | SecondFactor
    /** How many attempts it counts, where it counts several. */
    readonly repeats: number | undefined
  }
  'auth.password_changed': AboutMember & { readonly how: 'set' | 'changed' | 'reset' }
  'auth.email_changed': AboutMember
  'auth.second_factor_changed': AboutMember & {
    readonly method: SecondFactor
    readonly how: 'added' | 'removed' | 'renewed'
  }
}

const targetOf = (userId: string): string => `user:${userId}`

export const memberAccountRows = {
  'auth.sign_in_failed': {
    entry: ({ userId, method, repeats }) => ({
      target: targetOf(userId),
      after: repeats === undefined ? { method } : { method, repeats },
    }),
    event: ({ userId, method }) => ({ name: 'auth.sign-in-failed', data: { userId, method } }),
  },
  'auth.password_changed': {
    entry: ({ userId, how }) => ({ target: targetOf(userId), after: { how } }),
    event: ({ userId, how }) => ({ name: 'auth.password-changed', data: { userId, how } }),
  },
  'auth.email_changed': {
    entry: ({ userId }) => ({ target: targetOf(userId), after: {} }),
    event: ({ userId }) => ({ name: 'auth.email-changed', data: { userId } }),
  },
  'auth.second_factor_changed': {
    entry: ({ userId, method, how }) => ({ target: targetOf(userId), after: { method, how } }),
    event: ({ userId, method, how }) => ({ name: 'auth.second-factor-changed', data: { userId, method, how } }),
  },
} as const satisfies ChangeRows<MemberAccountFacts>
