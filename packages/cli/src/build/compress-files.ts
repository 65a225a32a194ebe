import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(css|html|ico|js|json|map|mjs|svg|txt|webmanifest|xml)$/
const worthwhile = 256
/** After so many milliseconds without a build that uses it, a kept result is removed. */
const unusedAge = 14 * 24 * 60 * 60_000

/** How each variant is compressed, by the ending of its files. */
const variants: Readonly<Record<string, (content: Buffer) => Promise<Buffer>>> = { br: brotli, gz: gzipped }

/**
 * Adds `<name>.br` and `<name>.gz` beside every file that gains by it, so that serving compresses nothing. The strongest
 * compression takes seconds of a build that changes few files, so results are kept by the digest of their content.
 * @param files contents by path
 * @param cache the folder of kept results
 */
export async function compressFiles(files: ReadonlyMap<string, Buffer>, cache: string): Promise<Map<string, Buffer>> {
  const all = new Map(files)
  await mkdir(cache, { recursive: true })
  await Promise.all(
    [...files].map(async ([name, content]) => {
      if (!compressible.test(name) || content.length < worthwhile) return
      for (const [ending, compress] of Object.entries(variants)) {
        const kept = join(cache, `${createHash('sha256').update(content).digest('hex')}.${ending}`)
        const compressed = await readOrMake(kept, () => compress(content))
        if (compressed.length < content.length) all.set(`${name}.${ending}`, compressed)
      }
    }),
  )
  await removeUnused(cache)
  return all
}

/** A kept result, which counts as used now, or a new one. Another build may write the same file at the same time. */
async function readOrMake(path: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const kept = await readFile(path).catch(() => undefined)
  const now = new Date()
  if (kept !== undefined) {
    await utimes(path, now, now).catch(() => undefined)
    return kept
  }
  const made = await make()
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, made)
  await rename(draft, path)
  return made
}

async function removeUnused(cache: string): Promise<void> {
  const oldest = Date.now() - unusedAge
  for (const name of await readdir(cache)) {
    const { mtimeMs } = await stat(join(cache, name)).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < oldest) await rm(join(cache, name), { force: true })
  }
}

function brotli(content: Buffer): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  return promisify(brotliCompress)(content, { params })
}

function gzipped(content: Buffer): Promise<Buffer> {
  return promisify(gzip)(content, { level: 9 })
}
