/**
 * A session that has ended under a page. Input on the page is preserved behind a sign-in dialog until its user returns
 * or discards it, whether or not the page has marked it as unsaved.
 *
 *   present ── begin(): signed out while a page is shown ──► lapsed
 *   lapsed  ── returnTo(): the same user ──► switched back to the workspace of the page ── end() ──► present
 *   lapsed  ── end(): another user, or discarded ──► present, with nothing preserved
 *
 * Signing out in another tab is a choice to leave: `leave()` releases the page, unless something on it is marked as
 * unsaved.
 *
 * A new session starts in the workspace that its user used last, but unsaved input may belong to another one. The
 * session is therefore switched back before any data of the page is refetched.
 */
import { ClientError, type Client } from '@host/client'
import type { Me } from '@host/plugin/wire'
import { listMenus, switchWorkspace } from '../query/shell-endpoints.ts'

/** Keeps who was signed in while the session is away. */
export interface SessionLapse {
  /** The session that has ended; undefined while none has. */
  readonly lapsed: () => Me | undefined
  /** Whether the page stays; if so, the session has lapsed. */
  readonly begin: (before: Me) => boolean
  /**
   * Returns the session in which the page can continue.
   * @throws {ClientError} when the server can't be reached, or the workspace requires more than this sign-in
   */
  readonly returnTo: (found: Me) => Promise<Me>
  readonly end: () => void
  /** The token of the new session while it is moved back. */
  readonly csrfToken: () => string | undefined
  /** Says that a page is shown which stays when its session ends, until the returned function is called. */
  readonly keepPage: () => () => void
  /** Says that something on the page is unsaved as long as `isHeld` does, until the returned function is called. */
  readonly holdWhile: (isHeld: () => boolean) => () => void
  /** The reader has signed out in another tab. */
  readonly leave: () => void
}

/** Makes the monitor of a page's lapses; `onMoved` hears that the session was moved back. */
export function createLapse(client: Client, onMoved: () => void): SessionLapse {
  const holds = new Set<() => boolean>()
  const isHeld = (): boolean => holds.values().some((isUnsaved) => isUnsaved())
  let pages = 0
  let isLeaving = false
  let lapsed: Me | undefined
  let returning: Me | undefined
  return {
    lapsed: () => lapsed,
    begin(before) {
      if (!isHeld() && (isLeaving || pages === 0)) return false
      lapsed = before
      return true
    },
    async returnTo(found) {
      if (!lapsed?.workspace || lapsed.user.id !== found.user.id) return found
      if (lapsed.workspace.id === found.workspace?.id) {
        await requireEntry(client)
        return found
      }
      returning = found
      try {
        const moved = await client.call(switchWorkspace, { workspaceId: lapsed.workspace.id })
        onMoved()
        return moved
      } catch (error) {
        if (isNoMember(error)) return found
        throw error
      } finally {
        returning = undefined
      }
    },
    end() {
      lapsed = undefined
      isLeaving = false
    },
    csrfToken: () => returning?.csrfToken,
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

/** A former member continues in the workspace of the new session. */
function isNoMember(error: unknown): boolean {
  return error instanceof ClientError && (error.status === 403 || error.status === 404) && !asksForMore(error)
}

function asksForMore(error: unknown): boolean {
  return error instanceof ClientError && (error.code === 'sso_required' || error.code === 'second_factor_required')
}
