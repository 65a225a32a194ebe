import type { ArchiveHead } from '../embedded/file-archive.ts'
import type { Contents } from './digest.ts'

/**
 * Writes files as one asset: the size of the head in 32 bits, the head in JSON, and the files one after another, in the order of
 * their keys. Node reads the key of each asset at its start, which loads the pages around it, so a thousand assets would
 * all be in memory. `file-archive.ts` reads it.
 */
export function packFiles(files: Contents): Buffer {
  const entries = [...files.keys()].toSorted().map((key) => [key, Buffer.from(files.get(key) ?? '')] as const)
  const sizes: ArchiveHead = entries.map(([key, content]) => [key, content.length])
  const head = Buffer.from(JSON.stringify(sizes))
  const headSize = Buffer.alloc(4)
  headSize.writeUInt32BE(head.length)
  return Buffer.concat([headSize, head, ...entries.map(([, content]) => content)])
}
