/**
 * A file that gets its name once it is complete and on the disk. Until then it is a part beside it, with a name that no other
 * export has. A part to which nothing was written for an hour is of an export that was killed: the next export to the same
 * name removes it.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncPath } from '../support/files.ts'
import { TransferError } from './transfer-error.ts'

/** Milliseconds without a write. */
const longestSilence = 60 * 60 * 1000
const partEnd = /^\.[0-9a-f]{16}\.part$/

/** Options of a new file. */
export interface NewFileOptions {
  readonly parts: AsyncIterable<Uint8Array>
  /** Milliseconds since 1970. */
  readonly now: number
  readonly signal: AbortSignal
}

/** Writes a new file. @returns its bytes @throws TransferError when the name is taken or the part gone; no part is left then */
export async function writeNewFile(out: string, { parts, now, signal }: NewFileOptions): Promise<number> {
  await removeLeftParts(out, now - longestSilence)
  if (existsSync(out)) throw isTaken(out)
  const partial = `${out}.${randomBytes(8).toString('hex')}.part`
  const file = await open(partial, 'wx', 0o600)
  try {
    const bytes = await writeParts(file, parts, signal)
    if (!existsSync(partial)) throw wasRemoved(partial)
    await link(partial, out)
    await syncPath(dirname(out))
    return bytes
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? isTaken(out) : error
  } finally {
    await rm(partial, { force: true })
  }
}

async function writeParts(opened: FileHandle, parts: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number> {
  await using file = opened
  let bytes = 0
  for await (const part of parts) {
    signal.throwIfAborted()
    bytes += part.length
    await file.writeFile(part)
  }
  await file.sync()
  return bytes
}

/** Removes parts of a file that were last written before a moment, as far as this process may. */
async function removeLeftParts(out: string, moment: number): Promise<void> {
  const [folder, name] = [dirname(out), basename(out)]
  const names = await readdir(folder).catch(() => [])
  for (const each of names.filter((other) => other.startsWith(name) && partEnd.test(other.slice(name.length)))) {
    const path = join(folder, each)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && found.mtimeMs < moment) await rm(path, { force: true }).catch(() => undefined)
  }
}

/** An export that was suspended for an hour looks like one that was killed. */
function wasRemoved(part: string): TransferError {
  return new TransferError(
    `"${part}" was removed, because nothing was written to it for an hour. Run the export again.`,
  )
}

function isTaken(out: string): TransferError {
  return new TransferError(`"${out}" exists. Choose another name, or remove it.`)
}
