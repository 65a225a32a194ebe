import { constants, type Stats } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

const longest = 1024 * 1024
/** Every permission but the owner's to read and write. */
const foreignBits = 0o7177

/**
 * Reads a small file that only this user may read.
 * @returns undefined when there is none
 * @throws TypeError that states its problem
 */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  const file = await openPrivate(path)
  if (file === undefined) return undefined
  try {
    const fault = faultOf(await file.stat())
    if (fault !== undefined) throw new TypeError(fault)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/**
 * Writes it so that its name stands for the old text or the new one, whatever happens in between. One process at a
 * time: the caller holds a lock.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`
  await rm(draft, { force: true })
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function openPrivate(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code === 'ELOOP') {
      throw new TypeError('it is a symbolic link; replace it with the file itself', { cause: error })
    }
    throw new TypeError(`it could not be read (${code ?? String(error)}); give this user read permission`, {
      cause: error,
    })
  }
}

function faultOf(stats: Stats): string | undefined {
  if (!stats.isFile()) return 'it is not a regular file; replace it with a regular file'
  if (process.getuid !== undefined && stats.uid !== process.getuid()) {
    return 'it belongs to another user; make the user of this process its owner (chown)'
  }
  const mode = stats.mode & 0o7777
  if ((mode & foreignBits) !== 0) {
    return `other users can access it (mode ${mode.toString(8).padStart(4, '0')}); restrict it with "chmod 600"`
  }
  return stats.size > longest ? `it has ${stats.size} bytes, more than the limit of ${longest}` : undefined
}
