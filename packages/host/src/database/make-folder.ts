import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder, and missing parents, unreadable to others. `mkdir` with `recursive` never ends in a file system
 * that answers "no such file" on creation, as /proc does; each step here is tried once.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await make(path)
  } catch (error) {
    const above = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error
    await makeFolder(above)
    await make(path)
  }
}

async function make(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
