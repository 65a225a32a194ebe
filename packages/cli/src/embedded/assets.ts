import { getAsset, getAssetKeys, getRawAsset, isSea } from 'node:sea'

/** The files inside an executable. */
export interface Assets {
  /** Keys below a folder, sorted, with the folder's name cut off. */
  list(folder: string): readonly string[]
  /** A private copy: the memory of an asset itself is read-only, and a write to it kills the process. */
  bytes(key: string): Uint8Array<ArrayBuffer>
  text(key: string): string
}

/** The files of the executable that runs, or `undefined` in a checkout, which has none. */
export function embeddedAssets(): Assets | undefined {
  if (!isSea()) return undefined
  return {
    list: (folder) =>
      getAssetKeys()
        .filter((key) => key.startsWith(`${folder}/`))
        .map((key) => key.slice(folder.length + 1))
        .toSorted(),
    bytes: (key) => Uint8Array.from(new Uint8Array(getRawAsset(key))),
    text: (key) => getAsset(key, 'utf8'),
  }
}
