/**
 * The session whose data this page shows. All other cached data belongs to one user in one workspace and is dropped
 * with it:
 *
 *   adopt(me) ── signed in or chose a workspace here ──► other data is refetched, other tabs are notified
 *   end()     ── ended here ──────────────────► other data is removed, other tabs are notified
 *   signOut() ── signed out here ─────────────► the same, and other tabs leave their pages too
 *   read()    ── the server is asked ─┬─ same user and workspace ─► data is kept
 *                                     ├─ another one ──► other data is refetched
 *                                     └─ signed out ───► the session lapses under its page (session-lapse.ts), or other data is removed
 *   resume() ── signed in again here after a lapse ──► read(), other tabs are notified
 *   recheck() ── a call was rejected as signed out, or for its CSRF token ──► read()
 *   followOtherTabs() ── another tab has signed in or out, or chose a workspace ──► read()
 *
 * Calls name the workspace that the page shows, so a late write of a page can't go into another one. Reading the session
 * names the slug of the address, and without one the server answers for the workspace used last. A call in flight while
 * the user signs in again is answered with 401, so a user counts as signed out only after the server has said so twice.
 */
import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { ClientError, type Client } from '@host/client'
import { readMe } from '@host/platform-api/session'
import type { Me } from '@host/plugin/wire'
import { slugIn } from '../navigation/workspace-address.ts'
import { queryKey } from '../query/query-key.ts'
import { hintSignedIn } from './signed-in-hint.ts'
import { createLapse, type SessionLapse } from './session-lapse.ts'

/** Query key of the session; its data is `null` when the user is signed out. */
export const sessionKey = queryKey(readMe, undefined)

/** Keeps the session of a page, and everything else apart from other sessions. */
export interface SessionMonitor {
  /** Undefined until the server was asked. */
  readonly current: () => Me | null | undefined
  /** The session that has ended while its page is shown. */
  readonly lapsed: () => Me | undefined
  /** Whether its rights in this workspace were changed, and the sign-in itself may go on in others. */
  readonly isRevoked: () => boolean
  /** The token that a call that changes something proves the session with. */
  readonly csrfToken: () => string | undefined
  /** The workspace that the page shows: its ID, or `@` and its slug. */
  readonly shownWorkspace: () => string | undefined
  /** The workspace that a call of an endpoint names. */
  readonly workspaceOf: (pattern: string) => string | undefined
  /** Whether a slug, maybe a former one, is of the workspace whose data the page shows. */
  readonly isNamedBy: (slug: string) => boolean
  /** Shows the workspace that the address names. @throws {ClientError} when its user can't enter it */
  readonly enter: () => Promise<void>
  readonly read: (asked: { readonly signal: AbortSignal }) => Promise<Me | null>
  readonly adopt: (me: Me) => void
  readonly end: () => void
  /** Ends it by the reader's choice, so that the other tabs leave their pages too. */
  readonly signOut: () => void
  readonly recheck: () => Promise<void>
  /** Signed in again here while lapsed. @throws {ClientError} when the server doesn't name the user */
  readonly resume: () => Promise<void>
  /** Lets a session that ends lapse under the page that is shown, until the returned function is called. */
  readonly keepPage: SessionLapse['keepPage']
  /** Keeps the page also when its reader signs out in another tab, as long as `isHeld` says that something is unsaved. */
  readonly holdWhile: SessionLapse['holdWhile']
  /** Reacts to session changes in other tabs of this browser, until the returned function is called. */
  readonly followOtherTabs: () => () => void
}

/** Options of `keepSession`. */
export interface SessionMonitorOptions {
  readonly queries: QueryClient
  readonly client: Client
  /** Called when the user or workspace changes or the session ends, to clear state outside the query cache. */
  readonly onMove: () => void
}

const rest: QueryFilters = { predicate: ({ queryKey: [pattern] }) => pattern !== readMe.pattern }

/** Makes the monitor of a page. */
export function keepSession(options: SessionMonitorOptions): SessionMonitor {
  const { queries, client } = options
  const current = (): Me | null | undefined => queries.getQueryData<Me | null>(sessionKey)
  const tabs = otherTabs()
  const lapse = createLapse(client)
  const data = keptData(options, lapse)
  const { read, isRevoked, idOf } = sessionReader({ client, lapse, data, current })
  const shownWorkspace = (): string | undefined => current()?.workspace?.id ?? addressed()
  const begin = (news: TabNews = 'session'): void => {
    void queries.cancelQueries({ queryKey: sessionKey })
    tabs.tell(news)
  }
  const again = (): Promise<Me | null> => queries.query({ queryKey: sessionKey, queryFn: read, staleTime: 0 })
  const recheck = async (): Promise<void> => {
    const before = current()
    if (before === undefined || before === null) return
    const me = await again()
    if (me !== null && me.csrfToken !== before.csrfToken) await queries.refetchQueries({ predicate: wasRefused })
  }
  return {
    current,
    lapsed: lapse.lapsed,
    isRevoked,
    csrfToken: () => current()?.csrfToken,
    shownWorkspace,
    workspaceOf: (pattern) => (pattern === readMe.pattern ? addressed() : shownWorkspace()),
    isNamedBy: (slug) => idOf.has(slug) && idOf.get(slug) === current()?.workspace?.id,
    async enter() {
      // One on its way may be of another address.
      await queries.cancelQueries({ queryKey: sessionKey })
      await again()
    },
    read,
    adopt(me) {
      begin()
      hintSignedIn(me.workspace !== null)
      queries.setQueryData(sessionKey, me)
      data.reset()
    },
    end() {
      begin()
      data.forget()
    },
    signOut() {
      begin('signedOut')
      data.forget()
    },
    recheck: () => recheck().catch(() => undefined),
    // The other tabs are in the new sign-in, also where this one's workspace takes its user no longer.
    resume: async () => void (await again().finally(() => tabs.tell('session'))),
    keepPage: lapse.keepPage,
    holdWhile: lapse.holdWhile,
    followOtherTabs: () =>
      tabs.listen((news) => {
        if (news === 'signedOut') lapse.leave()
        void queries.invalidateQueries({ queryKey: sessionKey })
      }),
  }
}

/** The workspace that the address names. */
function addressed(): string | undefined {
  const slug = slugIn(location.pathname)
  return slug === undefined ? undefined : `@${slug}`
}

interface ReaderParts {
  readonly client: Client
  readonly lapse: SessionLapse
  readonly data: KeptData
  readonly current: () => Me | null | undefined
}

/** Reads the session of the address, and remembers whether its workspace was taken away. */
function sessionReader({ client, lapse, data, current }: ReaderParts) {
  /** IDs by slug; a slug stays its workspace's. */
  const idOf = new Map<string, string | undefined>()
  let isRevoked = false
  const look = async (signal: AbortSignal): Promise<Me | null> => {
    try {
      return await client.call(readMe, {}, { signal })
    } catch (error) {
      if (!(error instanceof ClientError) || error.status !== 401) throw error
      isRevoked = error.problem?.facts?.['isRevoked'] === true
      return null
    }
  }
  const read: SessionMonitor['read'] = async ({ signal }) => {
    const before = current() ?? lapse.lapsed()
    const slug = slugIn(location.pathname)
    const first = await look(signal)
    const me = first === null && before ? await look(signal) : first
    if (me !== null) await lapse.returnAs(me)
    if (me !== null && slug !== undefined) idOf.set(slug, me.workspace?.id)
    // Without a workspace the server rejects the prefetched requests.
    if (me !== null) hintSignedIn(me.workspace !== null)
    if (me !== null) data.follow(before, me)
    else if (!before || !lapse.begin(before)) data.forget()
    return me
  }
  return { read, isRevoked: () => isRevoked, idOf }
}

/** Handles all cached data except the session. */
interface KeptData {
  readonly forget: () => void
  readonly reset: () => void
  /** Keeps data of the same user and workspace. Data shown during a lapse is refetched, and stays meanwhile. */
  readonly follow: (before: Me | null | undefined, me: Me) => void
}

function keptData({ queries, onMove }: SessionMonitorOptions, lapse: SessionLapse): KeptData {
  const forget = (): void => {
    hintSignedIn(false)
    lapse.end()
    queries.setQueryData(sessionKey, null)
    queries.removeQueries(rest)
    onMove()
  }
  const reset = (): void => {
    lapse.end()
    onMove()
    void queries.resetQueries(rest)
  }
  return {
    forget,
    reset,
    follow(before, me) {
      const hadLapsed = lapse.lapsed() !== undefined
      lapse.end()
      if (before && placeOf(before) !== placeOf(me)) reset()
      else if (hadLapsed) void queries.invalidateQueries(rest)
    },
  }
}

function placeOf({ user, workspace }: Me): string {
  return `${user.id} ${workspace?.id ?? ''}`
}

function wasRefused({ state: { error } }: { readonly state: { readonly error: unknown } }): boolean {
  return error instanceof ClientError && error.status === 401
}

/** Messages between tabs: the session has changed, or its user has signed out. */
type TabNews = 'session' | 'signedOut'

interface OtherTabs {
  readonly tell: (news: TabNews) => void
  readonly listen: (onTold: (news: unknown) => void) => () => void
}

function otherTabs(): OtherTabs {
  let channel: BroadcastChannel | undefined
  return {
    tell: (news) => channel?.postMessage(news),
    listen(onTold) {
      const opened = new BroadcastChannel('host.session')
      opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => onTold(data))
      channel = opened
      return () => opened.close()
    },
  }
}
