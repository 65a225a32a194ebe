import * as sea from 'node:sea'
import { embeddedAssets, type AssetSource } from '@host/host'

/** The files inside an executable. */
export interface Assets {
  /** Keys below a folder, sorted, with the folder's name cut off. */
  list(folder: string): readonly string[]
  /** A private copy: the memory of an asset itself is read-only, and a write to it kills the process. */
  bytes(key: string): Uint8Array<ArrayBuffer>
  readonly text: (key: string) => string
  /** The web distribution. */
  readonly web: AssetSource
}

/** The files of the executable that runs, or `undefined` in a checkout, which has none. */
export function openAssets(): Assets | undefined {
  if (!sea.isSea()) return undefined
  const keys = sea.getAssetKeys().toSorted()
  return {
    list: (folder) => keys.filter((key) => key.startsWith(`${folder}/`)).map((key) => key.slice(folder.length + 1)),
    bytes: (key) => Uint8Array.from(new Uint8Array(sea.getRawAsset(key))),
    text: (key) => sea.getAsset(key, 'utf8'),
    web: embeddedAssets(sea, 'web/'),
  }
}
