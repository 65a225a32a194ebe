import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's space for new objects at the size that it has, until it is disposed of. Otherwise it doubles up to 32 MiB while
 * a long work makes garbage, which its buffers of 4 MiB, freed at once, give V8 no reason to collect.
 */
export function limitYoungHeap(): Disposable {
  setGrowth(1)
  return { [Symbol.dispose]: () => setGrowth(2) }
}

/** @param factor 2 is V8's own */
function setGrowth(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`)
}
