import { serviceToken } from '../service.ts'
import type { SentSupportAccess, SupportRights } from '../wire-types.ts'
import type { WorkspaceActor } from './identity.ts'

/** A request of an instance admin for access to a workspace, and what became of it. @since 1.2.0 */
export interface SupportAccess extends SentSupportAccess {
  readonly orgId: string
}

/** A request, and the person who acts on it. @since 1.2.0 */
export interface SupportTarget extends WorkspaceActor {
  readonly accessId: string
}

/**
 * Access of instance admins to a workspace, for a time that an owner grants. It acts with the rights of an admin, from
 * the sign-in that started it alone, on no route that needs a session, a recent proof or an owner. Its end counts on
 * every process before it resolves.
 * @since 1.2.0
 */
export interface SupportAccessService {
  /**
   * Requests access from the owners. `actorId` is an instance admin, as the guard of the caller has checked. At most one
   * request of an admin for a workspace is open, for 7 days, and at most 5 are made on one day.
   * @param request `minutes` are 15 to 10,080, which is 7 days
   * @throws Problem `not_found`, `conflict` for a member, a request that is open, and too many of one day
   */
  request(request: WorkspaceActor & { readonly reason: string; readonly minutes: number }): Promise<SupportAccess>
  /** The requests for a workspace, newest first, at most 50. @throws Problem `not_found` */
  list(orgId: string): Promise<readonly SupportAccess[]>
  /**
   * Starts granted access for the session of a request, which alone can use it from now on.
   * @throws Problem `not_found` without granted access, `conflict` where another session has started it
   */
  start(request: Request, orgId: string): Promise<SupportAccess>
  /** Withdraws an admin's own open request, or ends their access. @throws Problem `not_found` */
  leave(actor: WorkspaceActor): Promise<SupportAccess>
  /**
   * @param granted `minutes` are 15 at least, and at most those requested
   * @throws Problem `not_found`, `forbidden` for anyone but owners, `conflict` for a request that is not open
   */
  grant(
    target: SupportTarget,
    granted: { readonly minutes: number; readonly rights: SupportRights },
  ): Promise<SupportAccess>
  /** @throws Problem `not_found`, `forbidden` for anyone but owners, `conflict` for a request that is not open */
  decline(target: SupportTarget): Promise<SupportAccess>
  /**
   * Ends granted access, for owners and admins of the workspace and for the admin who uses it.
   * @throws Problem `not_found`, `forbidden`, `conflict` where it is over
   */
  end(target: SupportTarget): Promise<SupportAccess>
}

/**
 * Support access to workspaces.
 *
 * Audience: platform.
 * @since 1.2.0
 */
export const SupportAccesses = serviceToken<SupportAccessService>('core.support-access')
