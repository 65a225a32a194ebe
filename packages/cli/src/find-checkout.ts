import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The nearest checkout at or above a folder. */
export function findCheckout(start: string): string | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (isCheckout(folder)) return folder
    if (dirname(folder) === folder) return undefined
  }
}

function isCheckout(folder: string): boolean {
  try {
    return (
      (JSON.parse(readFileSync(join(folder, 'packages/cli/package.json'), 'utf8')) as { name?: string }).name ===
      '@host/cli'
    )
  } catch {
    return false
  }
}
