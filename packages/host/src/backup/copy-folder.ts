/**
 * Folders for copies of the data of an instance, in its data folder, where there is room for them. Each has a lock while its
 * process lives: a folder without one was left behind by a process that was killed, and the next command removes it.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { FileLock } from '../database/sqlite/file-lock.ts'

/** A folder that is removed when it is disposed of. */
export interface CopyFolder extends AsyncDisposable {
  readonly path: string
}

/** Names of copies begin with it, on a server too. */
export const copyPrefix = 'host_copy_'

/** A copy without a lock that is older was left behind, by an earlier version too. Milliseconds. */
export const longestCopy = 24 * 60 * 60 * 1000
/** The time between a lock's file and its lock is far shorter. Milliseconds. */
const youngest = 60 * 1000
const lockEnd = '.lock'
/** SQLite leaves a journal beside the lock of a process that was killed. */
const lockFiles = /\.lock(?:-journal)?$/

/** Makes a folder for a copy, and removes those that were left behind. @param now milliseconds since 1970 */
export async function makeCopyFolder(dataFolder: string, now: number): Promise<CopyFolder> {
  const parent = resolve(dataFolder)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeLeft(parent, now)
  const path = join(parent, copyPrefix + randomBytes(8).toString('hex'))
  const lock = FileLock.take(path)
  if (lock === undefined) throw new Error(`Another process has the new folder "${path}".`)
  const remove = async (): Promise<void> => {
    await rm(path, { recursive: true, force: true })
    lock.release()
    await removeLock(path)
  }
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    await remove()
    throw error
  }
  return { path, [Symbol.asyncDispose]: remove }
}

/** Removes folders as far as this process may: one of another user is left to that user. */
async function removeLeft(parent: string, now: number): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(copyPrefix))
  const paths = new Set(names.map((name) => join(parent, name.replace(lockFiles, ''))))
  for (const path of paths) await removeFolder(path, now).catch(() => undefined)
}

async function removeFolder(path: string, now: number): Promise<void> {
  if (existsSync(path + lockEnd)) await removeUnlocked(path, now - youngest)
  else if (await isOlder(path, now - longestCopy)) await rm(path, { recursive: true, force: true })
}

async function removeUnlocked(path: string, moment: number): Promise<void> {
  if (!(await isOlder(path + lockEnd, moment))) return
  using lock = FileLock.take(path)
  if (lock === undefined) return
  await rm(path, { recursive: true, force: true })
  await removeLock(path)
}

async function removeLock(path: string): Promise<void> {
  for (const end of [lockEnd, `${lockEnd}-journal`]) await rm(path + end, { force: true })
}

/** Whether a file or folder is older than a moment; one that another process removes meanwhile is not. */
async function isOlder(path: string, moment: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.mtimeMs < moment
}
