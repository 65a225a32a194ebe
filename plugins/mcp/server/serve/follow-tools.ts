import type { LiveService } from '@host/plugin'

/** How long nothing may be told before it is looked whether the caller is still who asked, in milliseconds. */
const look = 15_000

/** What hears of changes. */
export interface ToolListener {
  /** The tools that the caller may call are others. */
  onChange(): void
  /** Nothing is told any more: the token has ended, its rights are others, or the host stops. */
  onEnd(): void
}

/** Follows what changes the tools of whoever has sent a request. @returns what ends it @throws Problem 429, 503 */
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

/** What is switched on or off is told at `/api/features`, and after a gap in what was told at `/api`. */
function concernsTools(path: string): boolean {
  return path === '/api' || path === '/api/features' || path.startsWith('/api/features/')
}
