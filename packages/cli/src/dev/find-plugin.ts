import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The plugin of a folder, according to its manifest. */
export interface DevelopedPlugin {
  readonly folder: string
  /** It belongs to the product, which serves it anyway. */
  readonly isInTree: boolean
  /** Its entry in `HOST_PLUGINS`. */
  readonly halves: { readonly server: string; readonly npm?: string }
}

/** Finds the plugin of a folder: that of its server half, or of the web half inside of it. */
export function findPlugin(folder: string): DevelopedPlugin | undefined {
  return readPlugin(folder) ?? (hasPeer(folder, '@host/plugin-sdk') ? readPlugin(dirname(folder)) : undefined)
}

function readPlugin(folder: string): DevelopedPlugin | undefined {
  const isInTree = Object.hasOwn(Object(readManifest(folder)['exports']) as object, './server')
  if (!isInTree && !hasPeer(folder, '@host/plugin')) return undefined
  const web = join(folder, 'web')
  const isWhole = existsSync(join(web, 'package.json'))
  return { folder, isInTree, halves: { server: folder, ...(isWhole ? { npm: web } : {}) } }
}

function hasPeer(folder: string, name: string): boolean {
  return Object.hasOwn(Object(readManifest(folder)['peerDependencies']) as object, name)
}

function readManifest(folder: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))) as Record<string, unknown>
  } catch {
    return {}
  }
}
