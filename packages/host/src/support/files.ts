import { open } from 'node:fs/promises'

/** The result, or undefined where the file or the folder is missing. */
export async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes a file, or the names in a folder, durable: without the second a file could be there and its name be lost. */
export async function syncPath(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}
