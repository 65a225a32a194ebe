import type { Bus } from '../database/bus/bus.ts'
import { liveTopic, type LiveMessage } from './live-message.ts'

/** Publishes changes to the followers of all processes. It needs no caller, so jobs publish before identity exists. */
export class LivePublisher {
  readonly #bus: Bus

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** Whether anyone could hear of a change. */
  get isHeard(): boolean {
    return this.#bus.isHeard(liveTopic)
  }

  /** Publishes to all processes. */
  tell(liveMessage: LiveMessage): void {
    this.#bus.publish(liveTopic, JSON.stringify(liveMessage))
  }
}
