/** A workspace file that is read, several times from its beginning. It is one file, even if its name leads to another one meanwhile. */
import { open, type FileHandle } from 'node:fs/promises'
import { TransferError } from '../transfer-error.ts'
import { isRow, readEntries, type Entry, type FileEnd, type FileHead, type FileWorkspace } from './entries.ts'
import type { FileOpener, FrameKeys } from './file-key.ts'
import { openFile, readFrames } from './frames.ts'

/** The content of a file, which was read to its end. */
export interface FileSummary {
  readonly head: FileHead
  readonly workspace: FileWorkspace
  readonly end: FileEnd
}

export class WorkspaceFile implements AsyncDisposable {
  readonly #file: FileHandle
  readonly #keys: FrameKeys

  private constructor(file: FileHandle, keys: FrameKeys) {
    this.#file = file
    this.#keys = keys
  }

  /** @throws TransferError for another file, and without what opens it */
  static async open(path: string, opener: FileOpener): Promise<WorkspaceFile> {
    const file = await openPath(path)
    try {
      return new WorkspaceFile(file, await openFile(bytesOf(file), opener))
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** Reads all of it, and proves that it is whole. @throws TransferError */
  async prove(signal: AbortSignal): Promise<FileSummary> {
    const found: Partial<FileSummary>[] = []
    for await (const entry of this.entries(signal)) {
      if (typeof entry === 'string' || isRow(entry)) continue
      if ('head' in entry || 'workspace' in entry || 'end' in entry) found.push(entry)
    }
    return Object.assign({}, ...found) as FileSummary
  }

  /** The entries from the first one. @throws TransferError */
  async *entries(signal: AbortSignal): AsyncGenerator<Entry> {
    for await (const entry of readEntries(readFrames(bytesOf(this.#file), this.#keys))) {
      signal.throwIfAborted()
      yield entry
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close()
  }
}

async function openPath(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw new TransferError(`"${path}" can't be read: ${code ?? message}.`, { cause })
  }
}

const readSize = 256 * 1024

async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(readSize), 0, readSize, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
