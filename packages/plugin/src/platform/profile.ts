import { serviceToken } from '../service.ts'

/** Changes of users to their own account. All throw Problem `unauthenticated` for an anonymous request. */
export interface ProfileService {
  /** @throws Problem `invalid_input` */
  rename(request: Request, name: string): Promise<void>
  /**
   * Changes the password, or sets the first one. The other sessions end and this one gets a new token.
   * @param given `current` is the present password; an account without one needs a fresh proof instead
   * @returns the `set-cookie` value of this session
   * @throws Problem `invalid_input`, `too_many_requests`, `reauthentication_required`, `conflict`
   */
  changePassword(
    request: Request,
    given: { readonly current?: string | undefined; readonly password: string },
  ): Promise<string>
  /**
   * Emails a link to a new address, which becomes the account's when the link is used, and notifies the current one.
   * @throws Problem `invalid_input`, `too_many_requests`, `service_unavailable` when this instance can't send email
   */
  changeEmail(request: Request, email: string): Promise<void>
  /**
   * Deletes the account, its sessions and memberships.
   * @param email the address of the account, typed as confirmation
   * @returns the `set-cookie` value that takes the session away
   * @throws Problem `invalid_input`, `last_owner`, `conflict` for the last instance admin
   */
  deleteAccount(request: Request, email: string): Promise<string>
}

/**
 * The caller's own account.
 *
 * Audience: platform.
 */
export const Profile = serviceToken<ProfileService>('core.profile')
