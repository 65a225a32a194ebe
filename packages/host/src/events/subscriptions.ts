/**
 * Subscriptions of events. They are collected while plugins mount and fixed when the mounting ends.
 *
 *   open --add--> open --seal--> sealed
 *
 * A name that no plugin of this build declares is compared with known names. If one is close, it is a typo and ends the
 * start. If none is, it may belong to a plugin that this build leaves out; the subscription then never fires, which is
 * logged once.
 */
import type { EventHandler } from '@host/plugin'
import { nearestName } from '../support/nearest-name.ts'

const subscriberForm = /^[a-z][a-z0-9-]{0,49}$/

/** A subscription of a plugin. */
export interface Subscription {
  readonly plugin: string
  /** The feature that a workspace switches; undefined for a plugin that can't be switched off. */
  readonly feature: string | undefined
  /** Unique in its plugin. */
  readonly subscriber: string
  /** Names of events; undefined for all of them. */
  readonly names: readonly string[] | undefined
  readonly handler: EventHandler<unknown>
}

/** Problems of a build's subscriptions. */
export interface SubscriptionProblems {
  /** Problems that end the start. */
  readonly problems: readonly string[]
  /** Warnings for the operator. */
  readonly warnings: readonly string[]
}

export class Subscriptions {
  readonly #all: Subscription[] = []
  #byName: ReadonlyMap<string, readonly Subscription[]> | undefined

  /** @throws TypeError for an invalid subscription; Error for a duplicate, or one that comes too late */
  add(subscription: Subscription): void {
    const { plugin, subscriber, names, handler } = subscription
    if (this.#byName !== undefined) {
      throw new Error(`Plugin "${plugin}" registers the subscriber "${subscriber}" too late: register it in mount.`)
    }
    if (!subscriberForm.test(subscriber)) {
      throw new TypeError(
        `the subscriber ${JSON.stringify(subscriber)} needs another name: up to 50 lowercase letters, digits, and hyphens, starting with a letter`,
      )
    }
    if (names?.length === 0) {
      throw new TypeError(`the subscriber "${subscriber}" has no event; add an event name, or "*"`)
    }
    if (typeof handler !== 'function') throw new TypeError(`the subscriber "${subscriber}" has no handler`)
    if (this.find(plugin, subscriber) !== undefined) throw new Error(`the subscriber "${subscriber}" already exists`)
    this.#all.push(subscription)
  }

  /** Ends the collecting. @param known every event of the build */
  seal(known: readonly string[]): SubscriptionProblems {
    this.#byName = new Map(known.map((name) => [name, this.#all.filter(({ names }) => names?.includes(name) ?? true)]))
    const unknown = this.#all.flatMap((subscription) =>
      (subscription.names ?? []).filter((name) => !known.includes(name)).map((name) => ({ ...subscription, name })),
    )
    const judged = unknown.map((each) => ({ ...each, nearest: nearestName(each.name, known) }))
    return {
      problems: judged.flatMap(({ plugin, subscriber, name, nearest }) =>
        nearest === undefined
          ? []
          : [
              `Plugin "${plugin}" subscribes "${subscriber}" to "${name}", which no plugin declares; did you mean "${nearest}"?`,
            ],
      ),
      warnings: judged.flatMap(({ plugin, subscriber, name, nearest }) =>
        nearest === undefined
          ? [`Plugin "${plugin}" subscribes "${subscriber}" to "${name}", which no plugin of this build declares`]
          : [],
      ),
    }
  }

  /** The subscriptions of an event. @throws Error while plugins mount */
  of(name: string): readonly Subscription[] {
    if (this.#byName === undefined) {
      throw new Error('Events can only be published after mounting has finished.')
    }
    return this.#byName.get(name) ?? []
  }

  find(plugin: string, subscriber: string): Subscription | undefined {
    return this.#all.find((each) => each.plugin === plugin && each.subscriber === subscriber)
  }

  all(): readonly Subscription[] {
    return this.#all
  }
}
