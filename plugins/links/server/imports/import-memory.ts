/** Names and addresses that a run has come across, so that its lines are judged as if those before were there. */
import type { ReadQueries } from '@host/plugin'
import { linkLimits } from '../../shared.ts'
import { foldName } from '../labels/fold-name.ts'
import type { LabelTable } from '../labels/label-limit.ts'
import type { Tables } from '../models.ts'

export class ImportMemory {
  /** Targets by key. */
  readonly addresses = new Map<string, string>()
  readonly externalIds = new Set<string>()
  readonly #names: Readonly<Record<LabelTable, Set<string>>>

  private constructor(tags: readonly string[], folders: readonly string[]) {
    this.#names = { links_tags: new Set(tags), links_folders: new Set(folders) }
  }

  static async open(db: ReadQueries<Tables>): Promise<ImportMemory> {
    const tags = await db.selectFrom('links_tags').select('folded').execute()
    const folders = await db.selectFrom('links_folders').select('folded').execute()
    return new ImportMemory(
      tags.map(({ folded }) => folded),
      folders.map(({ folded }) => folded),
    )
  }

  /** Whether the workspace has room for tags or folders that are new among these. */
  takesNames(table: LabelTable, names: readonly string[]): boolean {
    const known = this.#names[table]
    const all = known.union(new Set(names.map(foldName)))
    if (all.size > linkLimits.labels) return false
    for (const name of all) known.add(name)
    return true
  }
}
