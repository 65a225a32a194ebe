import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Named contents, such as the files of a folder by their paths inside it. */
export type Contents = ReadonlyMap<string, string | Uint8Array>

/** `sha256:` over names and contents; the order they come in does not matter. */
export function digestOf(contents: Contents): string {
  const hash = createHash('sha256')
  for (const name of [...contents.keys()].toSorted()) {
    const content = Buffer.from(contents.get(name) ?? '')
    hash.update(`${Buffer.byteLength(name)}:${name}:${content.length}:`).update(content)
  }
  return `sha256:${hash.digest('hex')}`
}

/** Every file below a folder by its path inside it, sorted; `skip` leaves out a file or a whole folder by its name. */
export async function readFolder(
  folder: string,
  skip: (name: string) => boolean = () => false,
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const entry of (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (skip(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isFile()) files.set(entry.name, await readFile(path))
    if (!entry.isDirectory()) continue
    for (const [inner, content] of await readFolder(path, skip)) files.set(`${entry.name}/${inner}`, content)
  }
  return files
}
