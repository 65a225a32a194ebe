import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { PackageModules } from '@host/inspect'
import { digestOf } from './digest.ts'

/** The digest of one half: its manifest, every file its entry reaches, and its help pages. */
export async function halfDigest(
  dir: string,
  modules: PackageModules,
  help: ReadonlyMap<string, Buffer>,
): Promise<string> {
  const contents = new Map<string, Buffer>([...help].map(([name, content]) => [`docs/${name}`, content]))
  for (const path of [join(dir, 'package.json'), ...modules.modules.keys(), ...modules.files]) {
    contents.set(relative(dir, path), await readFile(path))
  }
  return digestOf(contents)
}
