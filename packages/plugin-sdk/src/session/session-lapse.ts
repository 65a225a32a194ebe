/**
 * A session that has ended under a page. Input on the page is preserved behind a sign-in dialog until its user returns
 * or discards it, whether or not the page has marked it as unsaved.
 *
 *   present ── begin(): signed out while a page is shown ──► lapsed
 *   lapsed  ── returnAs(): the same user ──► the workspace takes this sign-in ── end() ──► present
 *   lapsed  ── end(): another user, or discarded ──► present, with nothing preserved
 *
 * Signing out in another tab is a choice to leave: `leave()` releases the page, unless something on it is marked as
 * unsaved.
 */
import { ClientError, type Client } from '@host/client'
import { listMenus } from '@host/platform-api/menus'
import type { Me } from '@host/plugin/wire'

/** Keeps who was signed in while the session is away. */
export interface SessionLapse {
  /** The session that has ended; undefined while none has. */
  readonly lapsed: () => Me | undefined
  /** Whether the page stays; if so, the session has lapsed. */
  readonly begin: (before: Me) => boolean
  /**
   * Checks that the page can continue in a new session.
   * @throws {ClientError} when the server can't be reached, or the workspace requires more than this sign-in
   */
  readonly returnAs: (me: Me) => Promise<void>
  readonly end: () => void
  /** Says that a page is shown which stays when its session ends, until the returned function is called. */
  readonly keepPage: () => () => void
  /** Says that something on the page is unsaved as long as `isHeld` does, until the returned function is called. */
  readonly holdWhile: (isHeld: () => boolean) => () => void
  /** The reader has signed out in another tab. */
  readonly leave: () => void
}

/** Makes the monitor of a page's lapses. */
export function createLapse(client: Client): SessionLapse {
  const holds = new Set<() => boolean>()
  const isHeld = (): boolean => holds.values().some((isUnsaved) => isUnsaved())
  let pages = 0
  let isLeaving = false
  let lapsed: Me | undefined
  return {
    lapsed: () => lapsed,
    begin(before) {
      if (!isHeld() && (isLeaving || pages === 0)) return false
      lapsed = before
      return true
    },
    async returnAs({ user }) {
      if (lapsed?.workspace && lapsed.user.id === user.id) await requireEntry(client)
    },
    end() {
      lapsed = undefined
      isLeaving = false
    },
    keepPage() {
      pages += 1
      return () => {
        pages -= 1
      }
    },
    holdWhile(isUnsaved) {
      holds.add(isUnsaved)
      return () => void holds.delete(isUnsaved)
    },
    leave() {
      isLeaving = true
    },
  }
}

/**
 * A workspace that asks for more than this sign-in, such as its single sign-on, would take the page away.
 * @throws {ClientError} where it does
 */
async function requireEntry(client: Client): Promise<void> {
  try {
    await client.call(listMenus)
  } catch (error) {
    if (asksForMore(error)) throw error
  }
}

function asksForMore(error: unknown): boolean {
  return error instanceof ClientError && (error.code === 'sso_required' || error.code === 'second_factor_required')
}
