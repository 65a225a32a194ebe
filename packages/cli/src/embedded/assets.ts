import { embeddedAssets, type AssetSource } from '@host/host'
import type { FileArchive } from './file-archive.ts'

const utf8 = new TextDecoder()

/** The files inside an executable. */
export interface Assets {
  /** Keys below a folder, sorted, with the folder's name cut off. */
  list(folder: string): readonly string[]
  /** A private copy: the memory of an asset itself is read-only, and a write to it kills the process. */
  bytes(key: string): Uint8Array<ArrayBuffer>
  readonly text: (key: string) => string
  /** The memory of an asset itself, for code that never writes to it. */
  readonly view: (key: string) => Uint8Array
  /** The web distribution. */
  readonly web: AssetSource
}

/** The files of an archive, in the form in which commands take them. */
export function openAssets({ keys, view }: FileArchive): Assets {
  return {
    list: (folder) => keys.filter((key) => key.startsWith(`${folder}/`)).map((key) => key.slice(folder.length + 1)),
    bytes: (key) => view(key).slice(),
    text: (key) => utf8.decode(view(key)),
    view,
    web: embeddedAssets({ keys, view }, 'web/'),
  }
}
