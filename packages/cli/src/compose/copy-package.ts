import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { quote } from '@host/inspect'

const mostFiles = 20_000
const skipped = /^(node_modules|\.git|\.host|tsconfig.*\.json)$/

/**
 * Copies a package's own files: no dependencies, which the build installs itself, no compiler settings, which it
 * does not follow, and no data of `host dev`. Links are left out, so that nothing outside of the package comes along.
 * @throws SyntaxError when the folder is not a package but something far larger
 */
export async function copyPackage(text: string, from: string, to: string): Promise<void> {
  let count = 0
  const copyFolder = async (source: string, target: string): Promise<void> => {
    await mkdir(target, { recursive: true })
    for (const entry of await readdir(source, { withFileTypes: true })) {
      if (skipped.test(entry.name)) continue
      if (entry.isDirectory()) await copyFolder(join(source, entry.name), join(target, entry.name))
      if (!entry.isFile()) continue
      if (++count > mostFiles) {
        throw new SyntaxError(`${quote(text)} contains more than ${mostFiles} files: use the plugin's own folder`)
      }
      await copyFile(join(source, entry.name), join(target, entry.name))
    }
  }
  await copyFolder(from, to)
}
