import type { RecoveryService } from '@host/plugin'
import type { AccountStore } from '../accounts/account-store.ts'
import { normalizeEmail } from '../accounts/email.ts'
import type { LoginThrottle } from '../accounts/login-throttle.ts'
import type { PasswordHasher } from '../accounts/password-hash.ts'
import { languageOf } from '../client.ts'
import type { IdentityOptions } from '../identity.ts'
import type { IdentityAudit } from '../identity-audit.ts'
import type { IdentityEmail, IdentityMail } from '../mail/identity-mail.ts'
import type { HostDatabase } from '../models.ts'
import { readSignInPolicy } from '../people/sign-in-policy.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'
import { confirmEmail } from './confirm-email.ts'
import { register } from './register.ts'
import { composeReset, composeVerification, resetPassword } from './reset-password.ts'
import type { StrangerThrottle } from './stranger-throttle.ts'
import { sweepUnverified } from './sweep-unverified.ts'
import { verifyEmail } from './verify-email.ts'

/** What recovery stands on. */
export interface RecoveryParts {
  readonly db: HostDatabase
  readonly accounts: AccountStore
  readonly passwords: PasswordHasher
  readonly throttle: StrangerThrottle
  readonly loginThrottle: LoginThrottle
  readonly live: Pick<LiveSessions, 'forget'>
  readonly mail: IdentityMail
  readonly audit: IdentityAudit
  readonly clock: () => number
  readonly accountDeleted: IdentityOptions['accountDeleted']
  readonly eraseElsewhere: IdentityOptions['eraseElsewhere']
}

/** Who reads an email, in which language. */
export type Reader = Pick<IdentityEmail, 'to' | 'language'>

/** Makes the service `Recovery`. */
export function recoveryService(parts: RecoveryParts): RecoveryService {
  const { db, mail } = parts
  return Object.freeze<RecoveryService>({
    policy: async () => {
      const canResetPassword = mail.canSend()
      return { canResetPassword, canRegister: canResetPassword && (await readSignInPolicy(db)).registration }
    },
    register: (request, account) => register(parts, request, account),
    verifyEmail: (token) => verifyEmail(parts, token),
    resendVerification: (request, email) => ask(parts, request, { email, compose: composeVerification }),
    forgot: (request, email) => ask(parts, request, { email, compose: composeReset }),
    reset: (request, given) => resetPassword(parts, request, given),
    confirmEmail: (request, token) => confirmEmail(parts, request, token),
  })
}

interface Asked {
  readonly email: string
  readonly compose: (parts: RecoveryParts, reader: Reader) => Promise<IdentityEmail | undefined>
}

/** The same for every address: counted, answered, and only then looked up. */
async function ask(parts: RecoveryParts, request: Request, { email, compose }: Asked): Promise<void> {
  const to = normalizeEmail(email) ?? ''
  await parts.throttle.take('recovery', request, to)
  const language = languageOf(request)
  parts.mail.post(() => sweepUnverified(parts))
  parts.mail.post(() => compose(parts, { to, language }))
}
