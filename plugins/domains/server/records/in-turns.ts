import { setImmediate as turn } from 'node:timers/promises'

/** Items between two turns of the event loop. */
const batch = 1_000

/** The items one by one; other work of the process runs in between. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, void> {
  let count = 0
  for (const item of items) {
    count += 1
    if (count % batch === 0) await turn()
    yield item
  }
}
