import type { RecoveryService } from '@host/plugin/platform'
import { AccountStore } from '../accounts/account-store.ts'
import { normalizeEmail } from '../accounts/email.ts'
import type { Throttle } from '../../security/throttle/throttle.ts'
import type { PasswordHasher } from '../accounts/password-hash.ts'
import { languageOf } from '../../request/client.ts'
import type { IdentityOptions } from '../identity.ts'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { IdentityEmail, IdentityMail } from '../mail/identity-mail.ts'
import type { HostDatabase } from '../models.ts'
import { readSignInPolicy } from '../people/sign-in-policy.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'
import { confirmEmail } from './confirm-email.ts'
import type { AccountRequest, AccountRequests } from './account-requests.ts'
import { register, storeRegistration } from './register.ts'
import { mailReset, mailVerification, resetPassword } from './reset-password.ts'
import type { AnonymousThrottle } from './anonymous-throttle.ts'
import { sweepUnverified } from './sweep-unverified.ts'
import { verifyEmail } from './verify-email.ts'

/** Dependencies of recovery. */
export interface RecoveryParts {
  readonly db: HostDatabase
  readonly accounts: AccountStore
  readonly passwords: PasswordHasher
  readonly throttle: AnonymousThrottle
  readonly loginThrottle: Throttle
  readonly live: Pick<LiveSessions, 'forget'>
  readonly mail: IdentityMail
  readonly requests: AccountRequests
  readonly recorder: ChangeRecorder
  readonly clock: () => number
  readonly accountDeleted: IdentityOptions['accountDeleted']
  readonly eraseElsewhere: IdentityOptions['eraseElsewhere']
}

/** The reader of an email, with the language. */
export type Reader = Pick<IdentityEmail, 'to' | 'language'>

/** Makes the service `Recovery`. */
export function recoveryService({
  joined,
  ...parts
}: RecoveryParts & Pick<IdentityOptions, 'joined'>): RecoveryService {
  const { db, mail, requests } = parts
  const inJob: RecoveryParts = { ...parts, db: joined, accounts: new AccountStore(joined) }
  requests.handle({ answer: (request) => answer(inJob, request), sweep: () => sweepUnverified(parts) })
  return Object.freeze<RecoveryService>({
    policy: async () => {
      const [canResetPassword, isSetUp] = await Promise.all([mail.canSend(), parts.accounts.hasInstanceAdmin()])
      const canRegister = canResetPassword && (await readSignInPolicy(db)).registration
      return { canRegister, canResetPassword, isSetUp }
    },
    register: (request, account) => register(parts, request, account),
    verifyEmail: (token) => verifyEmail(parts, token),
    resendVerification: (request, email) => ask(parts, request, { email, ask: 'verification' }),
    forgot: (request, email) => ask(parts, request, { email, ask: 'reset' }),
    reset: (request, given) => resetPassword(parts, request, given),
    confirmEmail: (request, token) => confirmEmail(parts, request, token),
  })
}

interface Asked {
  readonly email: string
  readonly ask: 'reset' | 'verification'
}

/** The same for every address: counted, queued and answered; the job of the request looks the address up. */
async function ask(parts: RecoveryParts, request: Request, { email, ask: wanted }: Asked): Promise<void> {
  const { throttle, mail, requests } = parts
  const to = normalizeEmail(email) ?? ''
  await throttle.take('recovery', request, to)
  if (!(await mail.canSend()) || !(await throttle.mayMail(to))) return
  await requests.add({ ask: wanted, reader: { to, language: languageOf(request) } })
}

async function answer(parts: RecoveryParts, request: AccountRequest): Promise<void> {
  if (request.ask === 'registration') await storeRegistration(parts, request.registration)
  else if (request.ask === 'reset') await mailReset(parts, request.reader)
  else await mailVerification(parts, request.reader)
}
