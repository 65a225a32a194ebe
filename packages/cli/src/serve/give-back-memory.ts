/**
 * Frees the memory of the start: about as much again as the host then needs. An idle process allocates nothing, so it
 * would never be collected by itself. Runs once, some time after the host listens; the pause is that of one collection.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds. The first requests are answered meanwhile. */
const calm = 500

/** Collects the memory of the start soon. */
export function giveBackMemory(): void {
  setTimeout(() => garbageCollector()({ type: 'major', flavor: 'last-resort' }), calm).unref()
}

/** With the last resort it also returns reserved memory to the system. */
type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void

/** V8's own, which stands in no scope of the host or a plugin. */
function garbageCollector(): Collect {
  setFlagsFromString('--expose-gc')
  try {
    return runInNewContext('gc') as Collect
  } finally {
    setFlagsFromString('--no-expose-gc')
  }
}
