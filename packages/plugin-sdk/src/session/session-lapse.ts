/**
 * A session that has ended while something unsaved is on the page. What the page shows is kept behind a sign-in until
 * its reader is back or gives it up.
 *
 *   present ── begin(): nobody is signed in, and something is held ──► lapsed
 *   lapsed  ── returnTo(): the same user ──► taken back to the workspace of the page ── end() ──► present
 *   lapsed  ── end(): another user, or given up ──► present, with nothing kept
 *
 * A new session begins in the workspace that its user used last, and what is unsaved may belong to another; so the session
 * is moved back before anything of the page is asked again.
 */
import { ClientError, type Client } from '@host/client'
import type { Me } from '@host/plugin/wire'
import { switchWorkspace } from '../query/shell-endpoints.ts'

/** Keeps who was signed in while the session is away. */
export interface SessionLapse {
  /** Whose session has ended; undefined while none has. */
  readonly lapsed: () => Me | undefined
  /** Whether the page is to be kept; if so, the session has lapsed. */
  readonly begin: (before: Me) => boolean
  /** The session that the page can go on in. @throws {ClientError} when the server cannot say */
  readonly returnTo: (found: Me) => Promise<Me>
  readonly end: () => void
  /** The token of the new session while it is moved back. */
  readonly csrfToken: () => string | undefined
  /** Lets a session lapse as long as `isHeld` says so, until the returned function is called. */
  readonly holdWhile: (isHeld: () => boolean) => () => void
}

/** Makes the keeper of a page's lapses; `onMoved` hears that the session was moved back. */
export function createLapse(client: Client, onMoved: () => void): SessionLapse {
  const holds = new Set<() => boolean>()
  let lapsed: Me | undefined
  let returning: Me | undefined
  return {
    lapsed: () => lapsed,
    begin(before) {
      if (!holds.values().some((isHeld) => isHeld())) return false
      lapsed = before
      return true
    },
    async returnTo(found) {
      if (!lapsed?.workspace || lapsed.user.id !== found.user.id || lapsed.workspace.id === found.workspace?.id) {
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
    },
    csrfToken: () => returning?.csrfToken,
    holdWhile(isHeld) {
      holds.add(isHeld)
      return () => void holds.delete(isHeld)
    },
  }
}

/** Whoever may not go back there any more goes on where the new session is. */
function isNoMember(error: unknown): boolean {
  return error instanceof ClientError && (error.status === 403 || error.status === 404)
}
