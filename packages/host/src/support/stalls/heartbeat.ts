/** The memory that the main thread shares with its watch: how often it has beaten, and which plugin it entered last. */

/** Milliseconds between two beats, and between two looks at them. */
export const beatEvery = 500

/** The count of a heart that has stopped on purpose. */
export const stopped = -1

const beats = 0
const entered = 1

export class Heartbeat {
  readonly pulse = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  readonly plugins: readonly string[]
  readonly #places: ReadonlyMap<string, number>

  /** @param plugins every name that can be entered */
  constructor(plugins: readonly string[]) {
    this.plugins = plugins
    this.#places = new Map(plugins.map((name, place) => [name, place]))
  }

  beat(): void {
    Atomics.add(this.pulse, beats, 1)
  }

  /** Heartbeats are no longer expected. */
  stop(): void {
    Atomics.store(this.pulse, beats, stopped)
  }

  enter(plugin: string): void {
    this.pulse[entered] = this.#places.get(plugin) ?? 0
  }
}
