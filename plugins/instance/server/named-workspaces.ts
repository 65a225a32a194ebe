import type { Language, ListRequest, PluginCatalogService, PluginContext } from '@host/plugin'
import { WorkspaceStorage, type WorkspacesService, type WorkspaceStoragePart } from '@host/plugin/platform'
import type { InstanceWorkspace } from '../shared.ts'
import type { Tables } from './models.ts'
import { pluginTitle } from './plugin-entry.ts'
import { storagePartTitle } from './storage-part-title.ts'

/** All workspaces of the instance, with their storage. */
export class NamedWorkspaces {
  readonly #ctx: PluginContext<Tables>
  readonly #catalog: PluginCatalogService
  readonly #workspaces: WorkspacesService

  constructor(ctx: PluginContext<Tables>, catalog: PluginCatalogService, workspaces: WorkspacesService) {
    this.#ctx = ctx
    this.#catalog = catalog
    this.#workspaces = workspaces
  }

  async list(request: ListRequest, language: Language) {
    const { items, nextCursor } = await this.#workspaces.listAll(request)
    const counts = await this.#ctx.lookup(WorkspaceStorage)?.of(items.map(({ id }) => id))
    const storage = new Map(counts?.map((count) => [count.orgId, count]))
    return {
      items: items.map((workspace) => ({ ...workspace, storage: this.#stored(storage.get(workspace.id), language) })),
      nextCursor,
    }
  }

  #stored(
    count:
      | { readonly bytes: number; readonly countedAt: string; readonly parts: readonly WorkspaceStoragePart[] }
      | undefined,
    language: Language,
  ): InstanceWorkspace['storage'] {
    if (count === undefined) return null
    const { bytes, countedAt, parts } = count
    const named = parts.map(({ owner, ...part }) => ({ ...owner, title: this.#title(owner, language), ...part }))
    return { bytes, countedAt, parts: named }
  }

  #title({ kind, name }: WorkspaceStoragePart['owner'], language: Language): string {
    if (kind === 'host') return storagePartTitle(name, language)
    const facts = this.#catalog.list().find((one) => one.name === name)
    return facts === undefined ? name : pluginTitle(facts, language)
  }
}
