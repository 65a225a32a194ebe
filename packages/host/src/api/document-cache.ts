/**
 * The documents of a build: the whole one, and one for each set of features that some workspace has. Workspaces that have
 * switched the same on share one, and only the last few are kept, so that no workspace can fill the memory by switching.
 */
import type { MaybePromise, PluginCatalogService } from '@host/plugin'
import type { ApiRoute, OpenApiDocument } from '@host/plugin/platform'
import { RecentMap } from '../support/recent-map.ts'
import type { FeatureSource } from '../pipeline/gate.ts'
import { openApiDocument } from '../openapi/openapi-document.ts'
import { operationIds } from '../openapi/operation-ids.ts'
import { enabledFeatures } from './enabled-features.ts'

const documentsKept = 16

/** Options of documents. */
export interface DocumentShelfOptions {
  readonly catalog: Pick<PluginCatalogService, 'build'>
  readonly features: FeatureSource
  readonly publicUrl: URL | undefined
  readonly routes: () => readonly ApiRoute[]
}

export class DocumentCache {
  readonly #options: DocumentShelfOptions
  readonly #documents = new RecentMap<string, OpenApiDocument>(documentsKept)
  #ids: ReadonlyMap<string, string> | undefined

  constructor(options: DocumentShelfOptions) {
    this.#options = options
  }

  /** The whole document, or the one that a workspace sees. */
  read(orgId: string | undefined): MaybePromise<OpenApiDocument> {
    const { routes } = this.#options
    return orgId === undefined ? this.#make('', routes()) : this.#readFor(orgId)
  }

  async #readFor(orgId: string): Promise<OpenApiDocument> {
    const { routes, features } = this.#options
    const all = routes().filter(({ audience }) => audience !== 'instance')
    const isOn = await enabledFeatures(all, features, orgId)
    const seen = all.filter(({ plugin }) => plugin.info.core === true || isOn.has(plugin.feature))
    return this.#make(JSON.stringify([...isOn].toSorted()), seen)
  }

  #make(name: string, routes: readonly ApiRoute[]): OpenApiDocument {
    const known = this.#documents.get(name)
    if (known !== undefined) return known
    const { catalog, publicUrl } = this.#options
    this.#ids ??= operationIds(this.#options.routes())
    const document = openApiDocument({ routes, ids: this.#ids, version: catalog.build().version, publicUrl })
    this.#documents.set(name, document)
    return document
  }
}
