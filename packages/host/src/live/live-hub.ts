/** Followers on this process, and messages to other processes. */
import type { LiveService, MaybePromise } from '@host/plugin'
import { Problem } from '@host/plugin'
import type { Bus } from '../database/bus/bus.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import { nodeExchange } from '../http/node-request.ts'
import type { Caller } from '../request/caller.ts'
import { RequestState, stateOf } from '../request/request-state.ts'
import { Follower } from './follower.ts'
import { FollowLimits } from './follow-limits.ts'
import { everything, liveTopic, parseLiveMessage, toInstance, type Tab } from './live-message.ts'
import { LivePublisher } from './live-publisher.ts'
import { requirePaths } from './require-paths.ts'
import { tabOf } from './tab-of.ts'

/** Options of a hub. */
export interface LiveHubOptions {
  readonly bus: Bus
  readonly contexts: ExecutionContexts
  /** Aborts when the host stops. */
  readonly stopping: AbortSignal
  /** The current caller of a request; reading it does not count as a use of the session. */
  callerNow(state: RequestState): MaybePromise<Caller | undefined>
  isEnabled(orgId: string, feature: string): MaybePromise<boolean>
  /** Does work once the transaction around the caller has committed; at once when left out. */
  readonly afterCommit?: ((work: () => void) => void) | undefined
}

export class LiveHub extends LivePublisher {
  readonly #options: LiveHubOptions
  readonly #limits = new FollowLimits()
  readonly #followers = new Map<string, Set<Follower>>()
  /** Ends the subscription, which lasts while there are followers; without followers it costs nothing. */
  #leaveBus: (() => void) | undefined

  constructor(options: LiveHubOptions) {
    super(options.bus)
    this.#options = options
    options.stopping.addEventListener('abort', () => this.#closeAll(), { once: true })
  }

  /**
   * The service as one plugin gets it.
   * @param feature the feature that its paths depend on; undefined for none
   * @param contributed paths that change with every change of the plugin
   */
  serviceOf(feature: string | undefined, contributed: readonly string[] = []): LiveService {
    return Object.freeze<LiveService>({
      changed: (orgId, paths) => {
        requirePaths(paths)
        if (this.isHeard) this.tell({ to: orgId, paths: [...paths, ...contributed], feature, by: this.#currentTab() })
      },
      changedFor: (userIds, paths) => {
        requirePaths(paths)
        const by = this.#currentTab()
        this.#afterCommit(() => {
          if (this.isHeard) for (const to of userIds) this.tell({ to, paths, by })
        })
      },
      follow: (request) => this.#follow(request),
    })
  }

  #afterCommit(work: () => void): void {
    const { afterCommit } = this.#options
    if (afterCommit === undefined) work()
    else afterCommit(work)
  }

  #currentTab(): Tab | null {
    const frame = this.#options.contexts.current()
    return frame instanceof RequestState ? tabOf(frame.request) : null
  }

  #follow(request: Request): Follower {
    const state = stateOf(request)
    const caller = state?.caller
    if (state === undefined || caller === undefined) throw new Problem('unauthenticated')
    this.#limits.enter(caller)
    const places = placesOf(caller)
    const response = nodeExchange(request)?.response
    const close = (): void => follower.close()
    const follower = new Follower({
      caller,
      authorize: () => this.#options.callerNow(state),
      isEnabled: (feature) => caller.orgId !== undefined && this.#options.isEnabled(caller.orgId, feature),
      cut: () => response?.destroy(),
      onEnd: () => {
        response?.off('close', close)
        this.#limits.leave(caller)
        this.#remove(places, follower)
      },
    })
    this.#add(places, follower)
    if (response === undefined) request.signal.addEventListener('abort', close, { once: true })
    else response.once('close', close)
    // A client that has already left can't leave again.
    if (this.#options.stopping.aborted || (response?.destroyed ?? request.signal.aborted)) close()
    return follower
  }

  #add(places: readonly string[], follower: Follower): void {
    for (const place of places) {
      this.#followers.set(place, (this.#followers.get(place) ?? new Set<Follower>()).add(follower))
    }
    this.#leaveBus ??= this.#options.bus.subscribe(liveTopic, {
      onMessage: (message) => this.#receive(message),
      onGap: () => this.#receiveGap(),
    })
  }

  #remove(places: readonly string[], follower: Follower): void {
    for (const place of places) {
      const all = this.#followers.get(place)
      all?.delete(follower)
      if (all?.size === 0) this.#followers.delete(place)
    }
    if (this.#followers.size > 0) return
    this.#leaveBus?.()
    this.#leaveBus = undefined
  }

  #receive(message: string): void {
    const liveMessage = parseLiveMessage(message)
    if (liveMessage === undefined) return
    for (const follower of this.#followers.get(liveMessage.to) ?? []) follower.add(liveMessage)
  }

  #receiveGap(): void {
    for (const follower of this.#all()) follower.add({ paths: [everything], by: null })
  }

  #closeAll(): void {
    for (const follower of this.#all()) follower.close()
  }

  #all(): ReadonlySet<Follower> {
    return new Set([...this.#followers.values()].flatMap((followers) => [...followers]))
  }
}

/** Topics that concern a caller. */
function placesOf({ userId, orgId, isInstanceAdmin }: Caller): readonly string[] {
  return [userId, ...(orgId === undefined ? [] : [orgId]), ...(isInstanceAdmin ? [toInstance] : [])]
}
