import type { RootKey } from './root-key.ts'

/** The root keys that this process has. */
export interface RootKeys {
  /** Where they come from, as a sentence names it: `HOST_SECRET_KEY`, or the path of a file. */
  readonly source: string
  /** The one that is current, or is to become it. */
  first(): RootKey
  /** Looks again where the keys come from before it says that there is none. */
  find(id: string): Promise<RootKey | undefined>
}

/** The keys of `HOST_SECRET_KEY`, which a process reads once. @param keys at least one */
export function fixedRootKeys(keys: readonly [RootKey, ...RootKey[]]): RootKeys {
  return Object.freeze<RootKeys>({
    source: 'HOST_SECRET_KEY',
    first: () => keys[0],
    find: async (id) => keys.find((key) => key.id === id),
  })
}
