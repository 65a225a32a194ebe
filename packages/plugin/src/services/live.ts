import { serviceToken } from '../service.ts'

/** What may be answered differently from now on. */
export interface LiveChange {
  /** Paths of the API, such as `/api/members`: all that lies at or under them. */
  readonly paths: readonly string[]
  /** The tab of the follower's own session that has caused all of it, as its `X-Tab-Id` said; null when there is none. */
  readonly by: string | null
}

/** Follows what changes for whoever made a request: in their workspace, and of their own. */
export interface LiveFollower {
  /**
   * Waits for changes. Whoever follows is authorized again before anything is told.
   * @param wait milliseconds
   * @returns what has changed since the last call, in one; null when nothing has; undefined when it is over, because the
   * session has ended or stands elsewhere, its rights are others, or the host stops
   */
  next(wait: number): Promise<LiveChange | null | undefined>
  /** Ends it. Safe to call twice. */
  close(): void
}

/** Tells open pages what to ask again, on every process. Data never travel this way: only where to look. */
export interface LiveService {
  /**
   * Tells a workspace that paths may be answered differently. What a typed endpoint changes is told without asking, and
   * what else it changes it says in `changes`; this is for everything that no request asks for. Call it after the commit.
   * @param paths of the API; at most 20, of at most 150 characters
   * @throws TypeError for what is not a path of the API
   * @example live.changed(orgId, ['/api/x/links/links'])
   */
  changed(orgId: string, paths: readonly string[]): void
  /**
   * Tells people's own pages, in whatever workspace they are. Inside a transaction it is told once that has committed.
   * @param paths as those of `changed`
   * @throws TypeError for what is not a path of the API
   * @example live.changedFor([userId], ['/api/notifications'])
   */
  changedFor(userIds: readonly string[], paths: readonly string[]): void
  /**
   * Follows for the caller of a request, until the request ends.
   * @throws Problem 401 when no one is signed in; 429 and 503 with `Retry-After` when too many follow already
   */
  follow(request: Request): LiveFollower
}

/** What has changed, live. */
export const Live = serviceToken<LiveService>('core.live')
