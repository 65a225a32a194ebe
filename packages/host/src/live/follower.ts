/**
 * The live stream of one open page.
 *
 *   listening --add--> has changes --next--> listening
 *       |                  '--they wait unread for 30 s--> over (its connection is cut)
 *       '--close, the request ends, the host stops, its caller has changed--> over
 *
 * The caller is looked up again before every message. Otherwise an attacker with a revoked session, or a removed
 * member, would learn of changes for as long as the connection stays open.
 */
import type { LiveChange, LiveFollower, MaybePromise } from '@host/plugin'
import type { Caller } from '../request/caller.ts'
import { Changes } from './changes.ts'
import type { LiveMessage } from './live-message.ts'

/** How long changes wait for a reader who takes nothing, in milliseconds. */
const patience = 30_000

/** Options of a follower. */
export interface FollowerOptions {
  /** The caller at the time of the request. */
  readonly caller: Caller
  /** The caller now. */
  authorize(): MaybePromise<Caller | undefined>
  isEnabled(feature: string): MaybePromise<boolean>
  /** Ends the connection of a reader who takes nothing. */
  cut(): void
  /** Called once, when it is over. */
  onEnd(): void
}

export class Follower implements LiveFollower {
  readonly #options: FollowerOptions
  #changes: Changes | undefined
  #wake: () => void = () => undefined
  #isOver = false

  constructor(options: FollowerOptions) {
    this.#options = options
  }

  add(liveMessage: Omit<LiveMessage, 'to'>): void {
    if (this.#changes !== undefined && performance.now() - this.#changes.since > patience) {
      this.close()
      this.#options.cut()
      return
    }
    this.#changes ??= new Changes()
    this.#changes.add({
      ...liveMessage,
      by: liveMessage.by?.sessionId === this.#options.caller.sessionId ? liveMessage.by.name : null,
    })
    this.#wake()
  }

  async next(wait: number): Promise<LiveChange | null | undefined> {
    const end = performance.now() + wait
    for (;;) {
      const isLate = await this.#wait(end - performance.now())
      if (!(await this.#isStillAllowed())) return undefined
      const changes = this.#changes
      this.#changes = undefined
      const change = (await changes?.visible((feature) => this.#options.isEnabled(feature))) ?? null
      if (this.#isOver) return undefined
      if (change !== null || isLate) return change
    }
  }

  close(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#changes = undefined
    this.#wake()
    this.#options.onEnd()
  }

  /** @returns whether the time is over, and nothing has come */
  #wait(milliseconds: number): MaybePromise<boolean> {
    if (this.#isOver || this.#changes !== undefined) return false
    if (milliseconds <= 0) return true
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve(false)
      }
    })
  }

  async #isStillAllowed(): Promise<boolean> {
    if (this.#isOver) return false
    const { caller, authorize } = this.#options
    const now = await authorize()
    if (now !== undefined && hasSameRights(now, caller)) return true
    this.close()
    return false
  }
}

/** A caller whose rights or workspace changed must start again: the page shown may no longer be theirs. */
function hasSameRights(now: Caller, then: Caller): boolean {
  const isSame = (['userId', 'orgId', 'role', 'sessionId', 'isInstanceAdmin'] as const).every(
    (key) => now[key] === then[key],
  )
  return isSame && now.support?.id === then.support?.id
}
