import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(css|html|ico|js|json|map|mjs|svg|txt|webmanifest|xml)$/
const worthwhile = 256

/**
 * Adds `<name>.br` and `<name>.gz` beside every file that gains by it, so that serving compresses nothing.
 * @param files contents by path
 */
export async function compressFiles(files: ReadonlyMap<string, Buffer>): Promise<Map<string, Buffer>> {
  const all = new Map(files)
  await Promise.all(
    [...files].map(async ([name, content]) => {
      if (!compressible.test(name) || content.length < worthwhile) return
      const [br, gz] = await Promise.all([brotli(content), gzipped(content)])
      if (br.length < content.length) all.set(`${name}.br`, br)
      if (gz.length < content.length) all.set(`${name}.gz`, gz)
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
