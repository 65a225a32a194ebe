/**
 * The files of the web distribution as a private table.
 *
 * A file may lie beside its compressed forms (`app.js`, `app.js.br`, `app.js.gz`). Inside an executable the bytes are
 * mapped read-only: a write to them ends the process. So each file is copied once, when it is first asked for, and the
 * copy is all that ever leaves.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'

/** A file, ready to be sent. Each form has an entity tag of its own. */
export interface WebAsset {
  readonly type: string
  readonly plain: AssetForm
  readonly br: AssetForm | undefined
  readonly gzip: AssetForm | undefined
}

/** The bytes of a file in one encoding. */
export interface AssetForm {
  readonly bytes: Uint8Array
  readonly etag: string
}

/** Where the files come from; paths are relative to the root of the distribution and have no leading slash. */
export interface AssetSource {
  readonly paths: readonly string[]
  get(path: string): WebAsset | undefined
}

/** The files inside an executable. */
export interface EmbeddedFiles {
  readonly keys: readonly string[]
  /** The memory of a file, which may be read-only. */
  view(key: string): Uint8Array
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/** The files that an executable carries under a prefix, such as `web/`. */
export function embeddedAssets(files: EmbeddedFiles, prefix: string): AssetSource {
  const keys = files.keys.filter((key) => key.startsWith(prefix))
  return assetTable(
    keys.map((key) => key.slice(prefix.length)),
    (path) => Uint8Array.from(files.view(prefix + path)),
  )
}

/** The files below a folder, as they are when they are first asked for. */
export function folderAssets(folder: string): AssetSource {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) =>
    join(entry.parentPath, entry.name).slice(join(folder, sep).length).replaceAll(sep, '/'),
  )
  return assetTable(paths, (path) => new Uint8Array(readFileSync(join(folder, path))))
}

/** A table over known paths; only these are ever read, whatever a request asks for. */
function assetTable(paths: readonly string[], read: (path: string) => Uint8Array): AssetSource {
  const known = new Set(paths)
  const loaded = new Map<string, WebAsset>()
  const isVariant = (path: string): boolean => /\.(?:br|gz)$/.test(path) && known.has(path.replace(/\.(?:br|gz)$/, ''))
  const form = (path: string): AssetForm | undefined => {
    if (!known.has(path)) return undefined
    const bytes = read(path)
    return Object.freeze({ bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` })
  }
  const load = (path: string, plain: AssetForm): WebAsset => {
    const type = types[extname(path)] ?? 'application/octet-stream'
    const asset = Object.freeze({ type, plain, br: form(`${path}.br`), gzip: form(`${path}.gz`) })
    loaded.set(path, asset)
    return asset
  }
  return Object.freeze({
    paths: Object.freeze(paths.filter((path) => !isVariant(path))),
    get(path: string) {
      const asset = loaded.get(path)
      if (asset !== undefined || isVariant(path)) return asset
      const plain = form(path)
      return plain === undefined ? undefined : load(path, plain)
    },
  })
}
