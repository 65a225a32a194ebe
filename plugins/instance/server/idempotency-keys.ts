import { Problem, type Language, type Page, type PluginCatalogService, type PluginContext } from '@host/plugin'
import { IdempotencyKeys, type IdempotencyKeysRequest, type IdempotencyKeysService } from '@host/plugin/platform'
import type { IdempotencyKey, IdempotencyKeyCount } from '../shared.ts'
import type { Tables } from './models.ts'
import { pluginTitle } from './plugin-entry.ts'
import { workspaceNames } from './workspace-names.ts'

/** The live idempotency keys as the console shows them: with names, where the host has ids. */
export class NamedKeys {
  readonly #ctx: PluginContext<Tables>
  readonly #catalog: PluginCatalogService

  constructor(ctx: PluginContext<Tables>, catalog: PluginCatalogService) {
    this.#ctx = ctx
    this.#catalog = catalog
  }

  async list(request: IdempotencyKeysRequest, language: Language): Promise<Page<IdempotencyKey>> {
    const { items, nextCursor } = await this.#keys().list(request)
    const ids = items.flatMap(({ orgId }) => orgId ?? [])
    const workspaces = await workspaceNames(this.#ctx, ids, 'name the workspaces of idempotency keys')
    const named = items.map(({ id, plugin, endpoint, orgId, state, createdAt, expiresAt }) => ({
      id,
      plugin: this.#named(plugin, language),
      endpoint,
      workspace: orgId === null ? null : { id: orgId, name: workspaces.get(orgId) ?? orgId },
      state,
      createdAt,
      expiresAt,
    }))
    return { items: named, nextCursor }
  }

  async counts(language: Language): Promise<readonly IdempotencyKeyCount[]> {
    const counts = await this.#keys().counts()
    return counts.map((count) => ({ ...count, plugin: this.#named(count.plugin, language) }))
  }

  #keys(): IdempotencyKeysService {
    const keys = this.#ctx.lookup(IdempotencyKeys)
    if (keys !== undefined) return keys
    throw new Problem('service_unavailable', { detail: "This build doesn't store idempotency keys." })
  }

  #named(name: string, language: Language): { readonly name: string; readonly title: string } {
    const facts = this.#catalog.list().find((one) => one.name === name)
    return { name, title: facts === undefined ? name : pluginTitle(facts, language) }
  }
}
