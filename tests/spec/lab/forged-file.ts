/** Workspace files of an attacker, who knows the format and the key. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeEntries, type Entry } from '../../../packages/host/src/workspace-transfer/file/entries.ts'
import { makeFileKey } from '../../../packages/host/src/workspace-transfer/file/file-key.ts'
import { writeFrames } from '../../../packages/host/src/workspace-transfer/file/frames.ts'

/** An entry in the place of another one, several, or none. */
export type Change = (entry: Entry) => Entry | readonly Entry[] | undefined

/** Writes files into a folder, sealed for a public key. */
export class Forger {
  readonly #folder: string
  readonly #recipient: string
  #count = 0

  constructor(folder: string, recipient: string) {
    this.#folder = folder
    this.#recipient = recipient
  }

  /** Writes a file of changed entries, with right counts and hashes. @returns its path */
  async entries(entries: readonly Entry[], change: Change): Promise<string> {
    const changed = entries.flatMap((entry) => changedBy(change, entry))
    return await this.lines(writeEntries(inOrder(changed)))
  }

  /** Writes a file of lines. */
  async lines(lines: AsyncIterable<string>): Promise<string> {
    const key = await makeFileKey({ kind: 'recipient', recipient: this.#recipient }, 'org_forged')
    return await this.bytes(Buffer.concat(await Array.fromAsync(writeFrames(lines, key))))
  }

  /** Writes a file of bytes. */
  async bytes(bytes: Uint8Array): Promise<string> {
    const path = join(this.#folder, `forged-${(this.#count += 1)}`)
    await writeFile(path, bytes)
    return path
  }
}

/** Boxed, since a row is an array too. */
function changedBy(change: Change, entry: Entry): readonly Entry[] {
  const result = change(entry)
  if (result === undefined) return []
  return isList(result) ? result : [result]
}

const lists = new WeakSet<object>()

/** Marks several entries in the place of one. */
export function list(...entries: readonly Entry[]): readonly Entry[] {
  lists.add(entries)
  return entries
}

function isList(result: Entry | readonly Entry[]): result is readonly Entry[] {
  return typeof result === 'object' && lists.has(result)
}

async function* inOrder<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
