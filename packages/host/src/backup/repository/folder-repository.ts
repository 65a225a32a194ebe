import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../database/make-folder.ts'
import { syncPath, unlessMissing } from '../../support/files.ts'
import type { Repository } from './repository.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants
const unfinished = '.unfinished-'

/** Backups in a folder. It is made with the first file, readable by its owner alone. */
export function folderRepository(root: string): Repository {
  return Object.freeze<Repository>({
    place: `The folder "${root}"`,
    async write(name, bytes) {
      const path = join(root, name)
      const temporary = join(dirname(path), `${unfinished}${randomUUID()}`)
      await makeFolder(dirname(path))
      try {
        await writeDurably(temporary, bytes)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncPath(dirname(path))
    },
    async read(name) {
      return await unlessMissing(readFile(join(root, name), { flag: O_RDONLY | O_NOFOLLOW }))
    },
    async *names(prefix) {
      const entries = await unlessMissing(readdir(join(root, prefix), { withFileTypes: true }))
      for (const entry of entries ?? []) {
        if (entry.isDirectory()) yield* this.names(`${prefix}${entry.name}/`)
        else if (!entry.name.startsWith(unfinished)) yield prefix + entry.name
        else await rm(join(root, prefix, entry.name), { force: true })
      }
    },
    async remove(name) {
      await rm(join(root, name), { force: true })
    },
  })
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  await file.writeFile(bytes)
  await file.sync()
}
