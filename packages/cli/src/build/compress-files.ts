import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { KeptResults } from './kept-results.ts'

const compressible = /\.(css|html|ico|js|json|map|mjs|svg|txt|webmanifest|xml)$/
const worthwhile = 256
/** How each variant is compressed, by the ending of its files. */
const variants: Readonly<Record<string, (content: Buffer) => Promise<Buffer>>> = { br: brotli, gz: gzipped }

/**
 * Adds `<name>.br` and `<name>.gz` beside every file that gains by it, so that serving compresses nothing. The strongest
 * compression takes seconds of a build that changes few files, so results are kept.
 * @param files contents by path
 */
export async function compressFiles(
  files: ReadonlyMap<string, Buffer>,
  results: KeptResults,
): Promise<Map<string, Buffer>> {
  const all = new Map(files)
  await Promise.all(
    [...files].map(async ([name, content]) => {
      if (!compressible.test(name) || content.length < worthwhile) return
      for (const [ending, compress] of Object.entries(variants)) {
        const compressed = await results.get(content, ending, () => compress(content))
        if (compressed.length < content.length) all.set(`${name}.${ending}`, compressed)
      }
    }),
  )
  return all
}

function brotli(content: Buffer): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  return promisify(brotliCompress)(content, { params })
}

function gzipped(content: Buffer): Promise<Buffer> {
  return promisify(gzip)(content, { level: 9 })
}
