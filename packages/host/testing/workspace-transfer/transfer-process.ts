/** Runs a command on workspaces in a process of its own, which kills itself at a point: `node transfer-process.ts <order in JSON>`. */
import { readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { newKeyPair, readIdentity } from '../../src/backup/chunks/recipient.ts'
import { cloneWorkspace, exportWorkspaceFile, importWorkspaceFile } from '../../src/boot/workspace-commands.ts'
import { Database } from '../../src/database/database.ts'
import { ImportedBlobs } from '../../src/workspace-transfer/transfer-blobs.ts'
import { RowWriter } from '../../src/workspace-transfer/workspace-rows.ts'
import { commandOn, type InstancePlace } from './transfer-commands.ts'

/**
 * Behind the bytes of a file, in the middle of the rows, behind all of them, and behind the commit; of an export, behind its
 * last byte.
 */
export type KillPoint = 'bytes' | 'rows' | 'end' | 'commit' | 'part'

/** The work of the process. */
export interface TransferOrder {
  readonly place: InstancePlace
  readonly command: 'import' | 'clone' | 'export'
  readonly at: KillPoint
  /** Of an import, or to be written by an export. */
  readonly file: string
  /** Opens the file. */
  readonly identity: string
  /** Of the workspace; for a clone, of the clone too, with `-clone`. */
  readonly slug: string
}

const order = JSON.parse(process.argv[2] ?? '') as TransferOrder

async function die(): Promise<void> {
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => undefined)
}

/** Lets the process die behind some call of a method. */
function dieBehind<Name extends string>(
  prototype: Readonly<Record<Name, (...given: never[]) => Promise<unknown>>>,
  name: Name,
  isLast: () => boolean = () => true,
): void {
  const method = prototype[name]
  Object.defineProperty(prototype, name, {
    async value(this: unknown, ...given: never[]): Promise<unknown> {
      const result = await Reflect.apply(method, this, given)
      if (isLast()) await die()
      return result
    },
  })
}

function hasPart(): boolean {
  const [folder, name] = [dirname(order.file), `${basename(order.file)}.`]
  return readdirSync(folder).some((each) => each.startsWith(name))
}

let [batches, isPlaced] = [0, false]
const points: Readonly<Record<KillPoint, () => Promise<void> | void>> = {
  bytes: () => dieBehind(ImportedBlobs.prototype, 'stage'),
  // Members, and two of the three batches of notes.
  rows: () => dieBehind(RowWriter.prototype, 'insert', () => (batches += 1) === 3),
  end: () => dieBehind(ImportedBlobs.prototype, 'place'),
  commit: () => {
    dieBehind(ImportedBlobs.prototype, 'place', () => !(isPlaced = true))
    dieBehind(Database.prototype, 'transaction', () => isPlaced)
  },
  part: async () => {
    await using file = await open(process.execPath)
    dieBehind(Object.getPrototypeOf(file) as typeof file, 'sync', hasPart)
  },
}

await points[order.at]()
const given = commandOn(order.place)
const { command, file, slug } = order
if (command === 'import') {
  const opener = { identity: await readIdentity(order.identity) }
  await importWorkspaceFile({ ...given, file, opener, slug: undefined, isClone: false })
} else if (command === 'clone') {
  await cloneWorkspace({ ...given, workspace: slug, slug: `${slug}-clone`, from: undefined })
} else {
  const { recipient } = await newKeyPair()
  await exportWorkspaceFile({
    ...given,
    workspace: slug,
    out: file,
    recipient: { kind: 'recipient', recipient },
    from: undefined,
  })
}
