import { serviceToken } from '../service.ts'
import type { NewUser } from './identity.ts'

/** Permissions of anonymous clients here. */
export interface AnonymousPolicy {
  /** Whether they may make an account. */
  readonly canRegister: boolean
  /** Whether an email can bring them a new password. */
  readonly canResetPassword: boolean
  /** Whether the first instance admin exists; without one, only the setup link in the log leads on. @since 1.0.0 */
  readonly isSetUp: boolean
}

/**
 * Account recovery by email. `register`, `resendVerification` and `forgot` give the same answer after the same time for
 * every kind of address: each queues one job, which looks the address up. A link works once.
 */
export interface RecoveryService {
  policy(): Promise<AnonymousPolicy>
  /** Makes an account that a mailed link makes usable. @throws Problem `registration_closed`, `invalid_input`, `too_many_requests` */
  register(request: Request, account: Pick<NewUser, 'email' | 'name' | 'password'>): Promise<void>
  /** Mails the link that verifies an address once more. @throws Problem `too_many_requests` */
  resendVerification(request: Request, email: string): Promise<void>
  /** @throws Problem `gone` */
  verifyEmail(token: string): Promise<void>
  /** Mails a link that sets a new password. @throws Problem `too_many_requests` */
  forgot(request: Request, email: string): Promise<void>
  /** Sets a new password; every session and every other link of the account ends. @throws Problem `gone`, `invalid_input` */
  reset(request: Request, given: { readonly token: string; readonly password: string }): Promise<void>
  /** Takes the address that a link was mailed to; every session ends. @throws Problem `gone`, `conflict` when it is taken */
  confirmEmail(request: Request, token: string): Promise<void>
}

/**
 * Registration, verification and recovery.
 *
 * Audience: platform.
 */
export const Recovery = serviceToken<RecoveryService>('core.recovery')
