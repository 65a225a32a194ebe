import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** SHA-256 of files of a folder, in the form that `sha256sum --check` reads. */
export const sumsFile = 'SHA256SUMS'

/** Writes the sums of files of a folder into the folder. */
export async function writeSums(folder: string, files: readonly string[]): Promise<void> {
  const lines = await Promise.all(files.map(async (file) => `${await sumOf(join(folder, file))}  ${file}\n`))
  await writeFile(join(folder, sumsFile), lines.join(''))
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
