import { existsSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Manifest } from './manifest.ts'

const conditions = new Set(['source', 'import', 'node', 'browser', 'default'])
const usual = ['plugin.ts', 'index.ts', 'index.tsx', 'index.js', 'index.mjs']

/** The file that `<package>/<subpath>` means (`.` for the package itself), inside the package's folder. */
export function packageFile(folder: string, manifest: Manifest, subpath: string): string | undefined {
  if (manifest.exports !== undefined) return firstFile(folder, [exported(manifest.exports, subpath)])
  return firstFile(folder, subpath === '.' ? [manifest.main, ...usual] : [subpath])
}

function exported(exports: unknown, subpath: string): string | undefined {
  if (isObject(exports) && Object.keys(exports).some((key) => key.startsWith('.'))) return target(exports[subpath])
  return subpath === '.' ? target(exports) : undefined
}

// The order of the keys decides, as Node reads them.
function target(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(target).find((found) => found !== undefined)
  if (!isObject(value)) return undefined
  const fitting = Object.keys(value).filter((key) => conditions.has(key))
  return fitting.map((key) => target(value[key])).find((found) => found !== undefined)
}

function firstFile(folder: string, candidates: readonly (string | undefined)[]): string | undefined {
  for (const candidate of candidates) {
    if (candidate === undefined) continue
    const path = join(folder, candidate)
    const inside = !relative(folder, path).startsWith('..')
    if (inside && existsSync(path) && statSync(path).isFile()) return path
  }
  return undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
