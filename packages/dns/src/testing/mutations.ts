/** Picks a number from 0 up to and without `below`. */
export type PickBelow = (below: number) => number

/** A small generator, since a million packets of fast-check take too long (Numerical Recipes, 32 bits). */
export function randomPick(seed: number): PickBelow {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Mutation = (bytes: Buffer, pick: PickBelow) => Buffer

const mutations: readonly Mutation[] = [
  (bytes, pick) => set(bytes, pick(bytes.length), pick(256)),
  (bytes, pick) => set(bytes, pick(bytes.length), (bytes[pick(bytes.length)] ?? 0) ^ (1 << pick(8))),
  (bytes, pick) => set(set(bytes, pick(bytes.length), 0xc0), pick(bytes.length), pick(64)),
  (bytes, pick) => set(bytes, 4 + pick(8), pick(256)),
  (bytes, pick) => bytes.subarray(0, pick(bytes.length + 1)),
  (bytes, pick) => Buffer.concat([bytes.subarray(0, pick(bytes.length)), bytes.subarray(pick(bytes.length))]),
]

function set(bytes: Buffer, at: number, value: number): Buffer {
  if (at < bytes.length) bytes[at] = value
  return bytes
}

/** A copy with one to three mutations. */
export function mutate(original: Uint8Array, pick: PickBelow): Buffer {
  let bytes: Buffer = Buffer.from(original)
  for (let left = 1 + pick(3); left > 0; left -= 1) bytes = mutations[pick(mutations.length)]?.(bytes, pick) ?? bytes
  return bytes
}
