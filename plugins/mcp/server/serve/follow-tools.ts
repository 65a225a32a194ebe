import type { LiveService } from '@host/plugin'

/** Milliseconds without events after which the caller's rights are checked again. */
const look = 15_000

/** Receiver of tool changes. */
export interface ToolListener {
  /** The tools that the caller may call are others. */
  onChange(): void
  /** No more events follow: the token has ended, its rights have changed, or the host stops. */
  onEnd(): void
}

/** Follows changes to the tools of a request's caller. @returns the function that stops it @throws Problem 429, 503 */
export function followTools(live: LiveService, request: Request, listener: ToolListener): () => void {
  const follower = live.follow(request)
  const run = async (): Promise<void> => {
    for (let change = await follower.next(look); change !== undefined; change = await follower.next(look)) {
      if (change?.paths.some(concernsTools) === true) listener.onChange()
    }
  }
  void run()
    .catch(() => undefined)
    .then(() => listener.onEnd())
  return () => follower.close()
}

/** Feature changes are published at `/api/features`, and at `/api` after a gap in the events. */
function concernsTools(path: string): boolean {
  return path === '/api' || path === '/api/features' || path.startsWith('/api/features/')
}
