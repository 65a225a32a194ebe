import { PluginCatalog, requireService, type Language, type PluginContext } from '@host/plugin'
import { Records, type AuditLogService, type AuditRecord } from '@host/plugin/platform'
import { mostCounted, type AuditEntry, type AuditFilter, type ListedAuditEntry } from '../shared.ts'
import { filterOf } from './filter-of.ts'
import type { Tables } from './models.ts'
import { Sentences } from './sentences.ts'
import { targetNames, type TargetNamesOptions } from './target-names.ts'

/** Options of a list. */
export interface ListOptions extends AuditFilter {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly total?: boolean | undefined
}

/** Entries with their sentences and the names of their targets. A workspace that is undefined means the instance. */
export class ShownEntries {
  readonly #ctx: PluginContext<Tables>
  readonly #log: AuditLogService
  readonly #names: TargetNamesOptions
  #sentences: Sentences | undefined

  constructor(ctx: PluginContext<Tables>, log: AuditLogService) {
    this.#ctx = ctx
    this.#log = log
    this.#names = { ctx, records: requireService(ctx, Records) }
  }

  async list(orgId: string | undefined, { total = false, ...options }: ListOptions, language: Language) {
    const filter = filterOf(options)
    const { items, nextCursor } = await this.#log.list(orgId, filter)
    const page = { items: (await this.#shown(orgId, items, language)).map(listed), nextCursor }
    return total ? { ...page, total: await this.#log.count(orgId, filter, mostCounted) } : page
  }

  async read(orgId: string | undefined, id: string, language: Language): Promise<AuditEntry> {
    const record = await this.#log.read(orgId, id)
    const [entry] = await this.#shown(orgId, [record], language)
    return entry ?? { ...record, targetName: null, sentence: null }
  }

  async #shown(
    orgId: string | undefined,
    records: readonly AuditRecord[],
    language: Language,
  ): Promise<readonly AuditEntry[]> {
    const names = await targetNames(this.#names, orgId, records)
    // Every plugin is known once the first request comes.
    const sentences = (this.#sentences ??= new Sentences(requireService(this.#ctx, PluginCatalog)))
    return records.map((record) => {
      const entry = { ...record, targetName: names.get(record.id) ?? null }
      return { ...entry, sentence: sentences.of(entry, language) ?? null }
    })
  }
}

/** Changes are read one entry at a time: they may be long. */
function listed(entry: AuditEntry): ListedAuditEntry {
  const { id, sequence, action, actor, target, targetName, sentence, address, at } = entry
  return { id, sequence, action, actor, target, targetName, sentence, address, at }
}
