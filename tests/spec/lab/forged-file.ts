/** Workspace files of an attacker, who knows the format and the key. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeEntries, type Entry, type FileHead } from '../../../packages/host/src/workspace-transfer/file/entries.ts'
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

/** Changes the values of a row, whose columns it gets. */
export type ChangeRow = (row: unknown[], columns: readonly string[]) => void

/** Changes the first row of a table. */
export function changeRow(head: FileHead, table: string, change: ChangeRow): Change {
  const columns = head.tables.find((each) => each.table === table)?.columns ?? []
  let present = ''
  let isDone = false
  return (entry) => {
    if (typeof entry === 'object' && 'table' in entry) present = entry.table
    if (!Array.isArray(entry) || present !== table || isDone) return entry
    const row: unknown[] = [...(entry as unknown[])]
    change(row, columns)
    isDone = true
    return row
  }
}

/** Adds a column to a table in the head, and its value to the first row. */
export function addColumn(
  head: FileHead,
  { table, column, value }: { readonly table: string; readonly column: string; readonly value: unknown },
): Change {
  const longer = changeRow(head, table, (row) => void row.push(value))
  const tables = head.tables.map((each) =>
    each.table === table ? { ...each, columns: [...each.columns, column] } : each,
  )
  return (entry) => (typeof entry === 'object' && 'head' in entry ? { head: { ...entry.head, tables } } : longer(entry))
}

/** Changes values of the entries of a kind. */
export function changeEntry(kind: string, values: Readonly<Record<string, unknown>>): Change {
  return (entry) => {
    if (typeof entry !== 'object' || !(kind in entry)) return entry
    const present = (entry as unknown as Record<string, object>)[kind]
    return { [kind]: { ...present, ...values } } as unknown as Entry
  }
}
