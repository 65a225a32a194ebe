import type { Page } from '../wire-types.ts'
import { serviceToken } from '../service.ts'
import type { ListRequest } from '../services/page-request.ts'
import type { User } from './identity.ts'

/** An account as instance admins see it. */
export interface Account extends User {
  /** Kept out by an instance admin. */
  readonly isDisabled: boolean
  readonly isEmailVerified: boolean
  /** Whether the holder of the account has read an email at this address. */
  readonly isMailboxProven: boolean
  readonly hasSecondFactor: boolean
  /** To the minute; null for a user who never signed in. */
  readonly lastSeenAt: string | null
}

/** Which accounts a list can be narrowed to. */
export type AccountState = 'admin' | 'disabled' | 'unverified' | 'without_second_factor'

/** Which accounts; `sort` is `created`, `name` or `email`. */
export interface AccountsRequest extends ListRequest {
  readonly state?: AccountState | undefined
}

/** Changes that an instance admin makes to an account; omitted fields stay. */
export interface AccountChanges {
  readonly isInstanceAdmin?: boolean | undefined
  readonly isDisabled?: boolean | undefined
}

/** Sign-in requirements of the whole instance. */
export interface SignInPolicy {
  /** Whether anonymous clients may create accounts. */
  readonly registration: boolean
  readonly requireSecondFactor: boolean
}

/** Changes that an instance admin makes to sign-in. */
export type SignInChanges = { readonly [Name in keyof SignInPolicy]?: SignInPolicy[Name] | undefined }

/** The accounts of the instance, for instance admins. The route checks the caller's rights. */
export interface PeopleService {
  /** All accounts, newest first. */
  list(request: AccountsRequest): Promise<Page<Account>>
  /** @throws Problem `not_found` */
  read(userId: string): Promise<Account>
  /**
   * Makes or unmakes an instance admin, keeps an account out or lets it in. Either ends its sessions.
   * @throws Problem `not_found`, `conflict` for the last instance admin, and for an admin who would keep themselves out
   */
  change(target: { readonly actorId: string; readonly userId: string }, changes: AccountChanges): Promise<Account>
  /**
   * Takes an address back from an account that never proved it: the account loses the address, its access and every
   * session, and stays disabled.
   * @throws Problem `not_found`, `conflict` for a proven address and for an instance admin
   */
  releaseAddress(target: { readonly actorId: string; readonly userId: string }): Promise<Account>
  /** Ends every session of an account. @throws Problem `not_found` */
  signOut(target: { readonly actorId: string; readonly userId: string }): Promise<void>
  readSignIn(): Promise<SignInPolicy & { readonly canSendMail: boolean }>
  /**
   * Changes the given fields; omitted ones stay. @throws Problem `conflict` for registration on an instance that can't
   * send email
   */
  changeSignIn(actorId: string, changes: SignInChanges): Promise<void>
}

/**
 * The people of the instance.
 *
 * Audience: platform.
 */
export const People = serviceToken<PeopleService>('core.people')
