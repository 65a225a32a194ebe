import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The one version of every package that the workspace uses, by name. */
export function readCatalog(root: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const block = /^catalog:\n((?: {2}.+\n?)+)/m.exec(text)?.[1] ?? ''
  const entries = [...block.matchAll(/^ {2}'?([^':\s]+)'?: '?([^'\s]+)'?$/gm)]
  if (entries.length === 0) throw new Error('pnpm-workspace.yaml has no catalog')
  return new Map(entries.map(([, name = '', version = '']) => [name, version]))
}
