import type { BusListener } from './bus.ts'

/** Subscribers in this process, by topic. */
export class Subscribers {
  readonly #topics = new Map<string, Set<BusListener>>()

  has(topic: string): boolean {
    return this.#topics.has(topic)
  }

  add(topic: string, listener: BusListener): () => void {
    const listeners = this.#topics.get(topic) ?? new Set()
    this.#topics.set(topic, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#topics.get(topic) === listeners) this.#topics.delete(topic)
    }
  }

  tell(topic: string, message: string): void {
    for (const listener of this.#topics.get(topic) ?? []) listener.onMessage(message)
  }

  tellGap(): void {
    for (const listeners of this.#topics.values()) for (const listener of listeners) listener.onGap()
  }
}
