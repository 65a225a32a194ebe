import { serviceToken } from '../service.ts'

/** Resources whose answers may differ from now on. */
export interface LiveChange {
  /** Paths of the API, such as `/api/members`: all that lies at or under them. */
  readonly paths: readonly string[]
  /** The tab of the follower's own session that has caused all of it, as its `X-Tab-Id` said; null when there is none. */
  readonly by: string | null
}

/** Follows changes for the caller of a request: in their workspace, and their own. */
export interface LiveFollower {
  /**
   * Waits for changes. The follower is authorized again before each answer.
   * @param wait milliseconds
   * @returns all changes since the last call, merged; null without any; undefined when it is over, because the session
   *   has ended or changed its workspace, its rights changed, or the host stops
   */
  next(wait: number): Promise<LiveChange | null | undefined>
  /** Ends it. Safe to call twice. */
  close(): void
}

/** Notifies open pages, on every process, to fetch data again. Messages never contain data, only paths. */
export interface LiveService {
  /**
   * Announces to a workspace that answers of paths may have changed. Changes of a typed endpoint are announced
   * automatically, including those it lists in `changes`; this is for changes without a request. Call it after the
   * commit.
   * @param paths of the API; at most 20, of at most 150 characters
   * @throws TypeError for an invalid path of the API
   * @example live.changed(orgId, ['/api/x/links/links'])
   */
  changed(orgId: string, paths: readonly string[]): void
  /**
   * Announces changes to the users' own pages, in any workspace. Inside a transaction it takes effect after the commit.
   * @param paths as those of `changed`
   * @throws TypeError for an invalid path of the API
   * @example live.changedFor([userId], ['/api/notifications'])
   */
  changedFor(userIds: readonly string[], paths: readonly string[]): void
  /**
   * Follows for the caller of a request, until the request ends.
   * @throws Problem 401 for anonymous requests; 429 and 503 with `Retry-After` when too many follow already
   */
  follow(request: Request): LiveFollower
}

/**
 * Live changes.
 *
 * Audience: authors.
 */
export const Live = serviceToken<LiveService>('core.live')
