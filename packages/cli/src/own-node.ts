/**
 * The Node inside the executable, as a program of its own.
 *
 * The executable is a Node that finds a program in itself: a byte after a fixed text says that there is one. A copy with
 * the other byte is a plain Node, of exactly the version that plugins run on, so that an author needs no other.
 */
import { execFile } from 'node:child_process'
import { constants, lstatSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommandFailure } from './command-failure.ts'

/** In parts that no bundler joins: Node refuses to build an executable whose program contains the text as a whole. */
const fuse = Buffer.concat([Buffer.from('NODE_SEA_'), Buffer.from('FUSE_fce680ab2cc467b6e072b8b5df1996b2:1')])
const chunkBytes = 4 * 1024 * 1024

/** The executable, and the place of the copy. */
export interface OwnNodeOptions {
  readonly executable: string
  /** Folder of the user's caches. */
  readonly cache: string
}

/** The folder of the user's caches. */
export function userCache(env: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CACHE_HOME: named = '' } = env
  return named.startsWith('/') ? named : join(homedir(), '.cache')
}

/**
 * The path of the copy, which is made once for each version of Node.
 * @throws CommandFailure when it can't be written, or when other users could have written it
 */
export async function ownNode({ executable, cache }: OwnNodeOptions): Promise<string> {
  const folder = join(cache, 'host', `node-${process.version}-${process.platform}-${process.arch}`)
  const path = join(folder, 'node')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    requireOwn(folder)
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) await copyNode(executable, path)
    return path
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure([
      `The Node of this executable could not be copied to ${folder} (${(error as Error).message}). Set XDG_CACHE_HOME to a folder with 200 MB of free space.`,
    ])
  }
}

/** The copy is run, so no other user may have put it there. */
function requireOwn(folder: string): void {
  const { uid, mode } = lstatSync(folder)
  if (uid === process.getuid?.() && (mode & 0o022) === 0) return
  throw new CommandFailure([`${folder} can be changed by other users. Remove it, then try again.`])
}

async function copyNode(executable: string, path: string): Promise<void> {
  const draft = `${path}.${process.pid}`
  try {
    await copyFile(executable, draft, constants.COPYFILE_FICLONE)
    await chmod(draft, 0o700)
    await clearFuse(draft)
    if (process.platform === 'darwin') await promisify(execFile)('codesign', ['--force', '--sign', '-', draft])
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

async function clearFuse(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  const at = await find(file, fuse)
  if (at === undefined) throw new Error('it has no program to leave out')
  await file.write('0', at + fuse.length - 1)
}

/** The position of the first occurrence; chunks overlap by its length. */
async function find(file: FileHandle, text: Buffer): Promise<number | undefined> {
  const chunk = Buffer.alloc(chunkBytes)
  for (let begin = 0; ; begin += chunkBytes - text.length) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, begin)
    const at = chunk.subarray(0, bytesRead).indexOf(text)
    if (at >= 0) return begin + at
    if (bytesRead < chunkBytes) return undefined
  }
}
