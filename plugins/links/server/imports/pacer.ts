import { setImmediate as turn } from 'node:timers/promises'

/** Milliseconds for which work may hold the event loop. */
const most = 5

/**
 * Parts long work, so that requests are answered meanwhile.
 * @example for (const row of rows) { if (pacer.isDue) await pacer.turn() }
 */
export class Pacer {
  #end = performance.now() + most

  get isDue(): boolean {
    return performance.now() > this.#end
  }

  async turn(): Promise<void> {
    await turn()
    this.#end = performance.now() + most
  }
}
