import type { RootKey } from './root-key.ts'

/** The root keys that this process has. */
export interface RootKeys {
  /** Where they come from, as a sentence names it: `HOST_SECRET_KEY`, or a file with its path. */
  readonly source: string
  /** At least one; the first is current, or is to become it. */
  all(): readonly RootKey[]
  /** Looks again where the keys come from before it says that there is none. */
  find(id: string): Promise<RootKey | undefined>
}

/** The keys of `HOST_SECRET_KEY`, which a process reads once. */
export function fixedRootKeys(keys: readonly RootKey[]): RootKeys {
  return Object.freeze<RootKeys>({
    source: 'HOST_SECRET_KEY',
    all: () => keys,
    find: async (id) => keys.find((key) => key.id === id),
  })
}

/** The key that is current, or is to become it. */
export function firstOf(roots: RootKeys): RootKey {
  const [first] = roots.all()
  if (first === undefined) throw new Error(`No key found in ${roots.source}.`)
  return first
}
