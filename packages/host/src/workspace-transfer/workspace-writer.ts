/** Writes the entries of a file as a workspace of an instance, inside the transaction of an import. */
import { roles, type Model, type TransferredRow } from '@host/plugin'
import { requireKey } from '../blobs/blob-name.ts'
import type { Transactor } from '../database/transactor.ts'
import type { FileTable } from './check-head.ts'
import { isRow, type Entry, type FileBlob, type FileWorkspace } from './file/entries.ts'
import { rowOf } from './file/file-row.ts'
import { idsIn, inTurn, rewriteRow, rewriteText, type RewriteId } from './id-rewriter.ts'
import type { ImportPlan } from './import-workspace.ts'
import { AdmittedPeople } from './people.ts'
import { placeWorkspace } from './place-workspace.ts'
import { TransferError } from './transfer-error.ts'
import type { ImportedBlobs } from './transfer-blobs.ts'
import { writeWorkspaceKey } from './workspace-key.ts'
import { RowWriter } from './workspace-rows.ts'

const members = 'memberships'
const rowId = /^[\w.:-]{1,128}$/

export class WorkspaceWriter {
  readonly #plan: ImportPlan
  readonly #on: Transactor
  readonly #blobs: ImportedBlobs
  readonly #people: AdmittedPeople
  readonly #rewrite: RewriteId
  readonly #rows: RowWriter
  readonly #orgId: string
  #table: FileTable | undefined
  #batch: TransferredRow[] = []
  #hasOwner = false

  constructor(plan: ImportPlan, on: Transactor, blobs: ImportedBlobs) {
    this.#plan = plan
    this.#on = on
    this.#blobs = blobs
    this.#people = new AdmittedPeople(on)
    this.#rewrite = inTurn(this.#people.rewrite, plan.newIds)
    this.#orgId = plan.newIds(plan.summary.workspace.id, 'org')
    this.#rows = new RowWriter(on, this.#orgId)
  }

  /** Whether rows may lead to rows of their own table, which `tie` writes. */
  get hasLoose(): boolean {
    return [...this.#plan.tables.values()].some(({ table }) => table.loose.length > 0)
  }

  get placed() {
    const { summary, slug = summary.workspace.slug } = this.#plan
    return { orgId: this.#orgId, slug, accounts: this.#people.created }
  }

  /** Writes the next entry of a file. @throws TransferError, or the refusal of the database */
  async write(entry: Entry): Promise<void> {
    if (typeof entry === 'string') return
    if (isRow(entry)) await this.#add(entry)
    else if ('workspace' in entry) await this.#place(entry.workspace)
    else if ('key' in entry) await this.#keep(entry.key)
    else if ('person' in entry) await this.#people.admit(entry.person)
    else if ('table' in entry) await this.#begin(entry.table)
    else if ('end' in entry) await this.#end()
  }

  /** Writes what `write` left out of the rows of a table that may lead to each other. */
  async tie(entry: Entry): Promise<void> {
    if (typeof entry === 'object' && 'table' in entry) this.#table = this.#plan.tables.get(entry.table)
    if (this.#table === undefined || this.#table.table.loose.length === 0 || !isRow(entry)) return
    const row = this.#rowOf(this.#table, entry)
    if (row !== undefined) await this.#rows.tie(this.#table.table, row)
  }

  async #place(workspace: FileWorkspace): Promise<void> {
    const { isClone, clock, newIds } = this.#plan
    const logo = workspace.logo && rewriteText(workspace.logo, newIds)
    const { orgId: id, slug } = this.placed
    await placeWorkspace(this.#on, { ...workspace, id, slug, logo, isClone, now: clock() })
  }

  async #keep(key: Parameters<typeof writeWorkspaceKey>[1] | null): Promise<void> {
    const { config, database, summary } = this.#plan
    if (key === null) return
    await writeWorkspaceKey({ config, database, from: summary.workspace.id, orgId: this.#orgId }, key)
  }

  async #begin(name: string): Promise<void> {
    await this.#flush()
    this.#table = this.#plan.tables.get(name)
    if (this.#table === undefined) throw new TransferError(`The table "${name}" is not in the head of the file.`)
  }

  async #add(values: readonly unknown[]): Promise<void> {
    if (this.#table === undefined) throw new TransferError('The file has a row without a table.')
    const row = this.#rowOf(this.#table, values)
    if (row === undefined) return
    if (this.#table.table.model.table === members) this.#requireMember(row)
    this.#batch.push(row)
    if (this.#batch.length >= this.#rows.batchOf(this.#table.table)) await this.#flush()
  }

  /** @returns undefined for a row that a clone begins without */
  #rowOf({ table, columns }: FileTable, values: readonly unknown[]): TransferredRow | undefined {
    if (this.#plan.isClone && table.cloneRow === undefined) return undefined
    const given = rowOf(columns, values)
    this.#requireOwnKeys(table.model, given)
    const row = rewriteRow(given, this.#rewrite)
    const id = row[table.id]
    if (typeof id !== 'string' || !rowId.test(id)) {
      throw new TransferError(`A row of the table "${table.model.table}" has an invalid ID.`)
    }
    return this.#plan.isClone ? table.cloneRow?.(row) : row
  }

  /**
   * Keys of the whole instance are divided by the ids of workspaces that they have: none may claim those of another one.
   * Other texts may name any workspace, such as a former one.
   */
  #requireOwnKeys({ table, unique }: Model, row: TransferredRow): void {
    const { id: own } = this.#plan.summary.workspace
    const shared = new Set(unique.filter((key) => !key.includes('org_id')).flat())
    for (const name of shared) {
      const value = row[name]
      const ids = typeof value === 'string' ? idsIn(value, 'org') : []
      if (ids.some((id) => id !== own)) {
        throw new TransferError(
          `A row of the table "${table}" has the ID of another workspace in its column "${name}".`,
        )
      }
    }
  }

  #requireMember({ user_id: userId, role }: TransferredRow): void {
    if (typeof userId !== 'string' || !this.#people.has(userId)) {
      throw new TransferError('The file has a membership of an account that is not among its members.')
    }
    if (!roles.some((each) => each === role)) throw new TransferError('The file has a membership with an unknown role.')
    this.#hasOwner ||= role === 'owner'
  }

  async #flush(): Promise<void> {
    const rows = this.#batch
    this.#batch = []
    if (this.#table !== undefined) await this.#rows.insert(this.#table.table, rows)
  }

  async #end(): Promise<void> {
    await this.#flush()
    this.#table = undefined
    if (!this.#hasOwner) throw new TransferError('The workspace of the file has no owner.')
    await this.#blobs.place(this.#on, this.#orgId, (blob) => this.#renamed(blob))
  }

  /** @throws TransferError for an invalid name, and for a plugin that is not in the build */
  #renamed({ id, name, plugin }: FileBlob): Pick<FileBlob, 'id' | 'name'> {
    const { plugins } = this.#plan.build
    const renamed = rewriteText(name, this.#rewrite)
    if (plugin !== 'host' && !plugins.some((each) => each.name === plugin)) {
      throw new TransferError(`The file has files of the plugin "${plugin}", which is not in this build.`)
    }
    try {
      requireKey(renamed)
    } catch (cause) {
      throw new TransferError(`The file has a blob with an invalid file name: ${JSON.stringify(name)}.`, { cause })
    }
    return { id: rewriteText(id, this.#plan.newIds), name: renamed }
  }
}
