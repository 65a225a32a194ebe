/**
 * A session that has ended under a page. What was typed into it is kept behind a sign-in until its reader is back or gives
 * it up, whether or not the page said that something is unsaved.
 *
 *   present ── begin(): nobody is signed in any more, and a page is shown ──► lapsed
 *   lapsed  ── returnTo(): the same user ──► taken back to the workspace of the page ── end() ──► present
 *   lapsed  ── end(): another user, or given up ──► present, with nothing kept
 *
 * A reader who signs out in another tab has chosen to leave: `leave()` lets the page go, unless something on it is said to
 * be unsaved.
 *
 * A new session begins in the workspace that its user used last, and what is unsaved may belong to another; so the session
 * is moved back before anything of the page is asked again.
 */
import { ClientError, type Client } from '@host/client'
import type { Me } from '@host/plugin/wire'
import { listMenus, switchWorkspace } from '../query/shell-endpoints.ts'

/** Keeps who was signed in while the session is away. */
export interface SessionLapse {
  /** Whose session has ended; undefined while none has. */
  readonly lapsed: () => Me | undefined
  /** Whether the page stays; if so, the session has lapsed. */
  readonly begin: (before: Me) => boolean
  /** The session that the page can go on in. @throws {ClientError} when the server cannot say, or does not let it in */
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

/** Makes the keeper of a page's lapses; `onMoved` hears that the session was moved back. */
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

/** A user who is no member any more goes on where the new session is. */
function isNoMember(error: unknown): boolean {
  return error instanceof ClientError && (error.status === 403 || error.status === 404) && !asksForMore(error)
}

function asksForMore(error: unknown): boolean {
  return error instanceof ClientError && (error.code === 'sso_required' || error.code === 'second_factor_required')
}
