import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { HostList } from './host-list.ts'

/** Bytes that are read at once: the lines of so many take about a millisecond, and visits are answered between them. */
const pieceSize = 16_384
/** Characters of a line; no host with a comment needs as many. */
const longestLine = 65_536

/** Reads a list piece by piece. @throws Error for a line without a host */
export async function readList(file: FileHandle): Promise<{ readonly digest: string; readonly list: HostList }> {
  const [list, hash, decoder] = [new HostList(), createHash('sha256'), new TextDecoder()]
  let [rest, number] = ['', 0]
  const take = (text: string): void => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw new Error(`Line ${number + lines.length + 1} is too long.`)
    for (const line of lines) list.add(line, (number += 1))
  }
  for await (const piece of file.createReadStream({ autoClose: false, start: 0, highWaterMark: pieceSize })) {
    hash.update(piece as Buffer)
    take(decoder.decode(piece as Buffer, { stream: true }))
  }
  take(`${decoder.decode()}\n`)
  return { digest: hash.digest('base64url'), list }
}
