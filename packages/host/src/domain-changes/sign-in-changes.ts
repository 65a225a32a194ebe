import type { SecondFactor } from '@host/plugin/platform'
import { attemptTarget, counted, type Attempt } from './attempt.ts'
import type { ChangeRow, ChangeRows, InEither, InInstance, InWorkspace } from './change-row.ts'

interface AboutSession extends InEither {
  readonly sessionId: string
}

interface AboutUser extends InInstance {
  readonly userId: string
}

interface NamedPasskey extends AboutUser {
  readonly passkeyId: string
  readonly name: string
}

/** All passkeys of an account. */
interface AllPasskeys extends AboutUser {
  readonly passkeyId?: undefined
  readonly names: readonly string[]
}

type CodeFactor = Exclude<SecondFactor, 'passkey'>

/** Changes of sessions and second factors, by their kind. */
export interface SignInFacts {
  'session.started': AboutSession
  'session.switched': AboutSession
  'session.ended': AboutSession
  'session.proved': AboutSession & { readonly by: 'password' | SecondFactor }
  'session.revoked': InWorkspace & { readonly userId: string }
  'session.refused': Attempt
  'second_factor.enabled': AboutUser
  'second_factor.disabled': AboutUser
  'second_factor.used': AboutUser & { readonly method: CodeFactor }
  'second_factor.refused': Attempt & { readonly method?: CodeFactor | undefined }
  'second_factor.vouched': AboutUser & { readonly provider: string | undefined }
  'passkey.added': NamedPasskey
  'passkey.renamed': NamedPasskey
  'passkey.removed': NamedPasskey | AllPasskeys
  'passkey.used': InInstance & { readonly passkeyId: string }
  'passkey.refused': Attempt & {
    readonly passkeyId?: string | undefined
    readonly reason?: 'answer' | 'counter' | 'unknown' | undefined
  }
  'recovery_codes.renewed': AboutUser
}

const targetOf = (userId: string): string => `user:${userId}`

const session = {
  entry: ({ sessionId }) => ({ target: `session:${sessionId}` }),
  event: undefined,
} as const satisfies ChangeRow<AboutSession>

const totp = {
  entry: ({ userId }) => ({ target: targetOf(userId), after: { method: 'totp' } }),
  event: undefined,
} as const satisfies ChangeRow<AboutUser>

const passkey = {
  entry: ({ passkeyId, name }) => ({ target: `passkey:${passkeyId}`, after: { name } }),
  event: undefined,
} as const satisfies ChangeRow<NamedPasskey>

export const signInRows = {
  'session.started': session,
  'session.switched': session,
  'session.ended': session,
  'session.proved': {
    entry: ({ sessionId, by }) => ({ target: `session:${sessionId}`, after: { by } }),
    event: undefined,
  },
  'session.revoked': { entry: ({ userId }) => ({ target: targetOf(userId) }), event: undefined },
  'session.refused': {
    entry: (refused) => ({ target: attemptTarget(refused), after: counted(undefined, refused) }),
    event: undefined,
  },
  'second_factor.enabled': totp,
  'second_factor.disabled': totp,
  'second_factor.used': {
    entry: ({ userId, method }) => ({ target: targetOf(userId), after: { method } }),
    event: undefined,
  },
  'second_factor.refused': {
    entry: (refused) => ({
      target: attemptTarget(refused),
      after: counted(refused.method && { method: refused.method }, refused),
    }),
    event: undefined,
  },
  'second_factor.vouched': {
    entry: ({ userId, provider }) => ({ target: targetOf(userId), after: { provider } }),
    event: undefined,
  },
  'passkey.added': passkey,
  'passkey.renamed': passkey,
  'passkey.removed': {
    entry: (removed) =>
      removed.passkeyId === undefined
        ? { target: targetOf(removed.userId), after: { names: removed.names } }
        : passkey.entry(removed),
    event: undefined,
  },
  'passkey.used': { entry: ({ passkeyId }) => ({ target: `passkey:${passkeyId}` }), event: undefined },
  'passkey.refused': {
    entry: (refused) => ({ target: attemptTarget(refused), after: counted(refusal(refused), refused) }),
    event: undefined,
  },
  'recovery_codes.renewed': { entry: ({ userId }) => ({ target: targetOf(userId) }), event: undefined },
} as const satisfies ChangeRows<SignInFacts>

function refusal({ passkeyId, reason }: SignInFacts['passkey.refused']): Readonly<Record<string, unknown>> | undefined {
  if (reason === undefined) return undefined
  return passkeyId === undefined ? { reason } : { passkey: passkeyId, reason }
}
