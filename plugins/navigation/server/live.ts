/**
 * `GET /api/live`: paths whose answers may have changed, as server-sent events.
 *
 *   ready    {userId, orgId}   first: the subject of the changes
 *   changed  {paths, by}       at most five a second, closer ones are merged
 *   a comment                  after every 20 seconds without a change
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  sse,
  type LiveFollower,
  type LiveService,
  type RouteDescription,
  type ServerEvent,
  type UserScope,
} from '@host/plugin'

/** Short enough for proxies that close idle connections, in milliseconds. */
const heartbeat = 20_000
const betweenEvents = 200

/** Description of the route. */
export const liveOperation: RouteDescription = {
  summary: 'Follow live changes',
  description:
    'Server-sent events. First `ready` with the owner of the stream, then `changed` with the paths whose answers may have changed, at most five a second. A comment follows after 20 seconds without changes. The stream ends with your rights.',
  answers: { 200: { description: 'The event stream.', content: { type: 'text/event-stream' } } },
}

/** Streams changes to the caller, until the connection closes or the caller loses access. */
export function followLive(live: LiveService, { request, userId, orgId, signal }: UserScope): Response {
  return sse(eventsOf(live.follow(request), { userId, orgId: orgId ?? null, signal }))
}

interface Following {
  readonly userId: string
  readonly orgId: string | null
  readonly signal: AbortSignal
}

async function* eventsOf(
  follower: LiveFollower,
  { signal, ...whose }: Following,
): AsyncGenerator<ServerEvent, void, undefined> {
  try {
    yield { event: 'ready', data: whose }
    for (;;) {
      const change = await follower.next(heartbeat)
      if (change === undefined) return
      yield change === null ? { comment: 'still here' } : { event: 'changed', data: change }
      if (change !== null) await pause(betweenEvents, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    follower.close()
  }
}
