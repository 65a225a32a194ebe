import type { ApiRoute, ApiService, PluginCatalogService } from '@host/plugin'
import type { FeatureSource } from '../middleware/gate.ts'
import { DocumentShelf } from './document-shelf.ts'
import { openRoutes, type OpenRoutesOptions } from './open-routes.ts'

/** What the service `Api` is made from. */
export interface ApiOptions extends OpenRoutesOptions {
  readonly catalog: PluginCatalogService
  readonly features: FeatureSource
  readonly publicUrl: URL | undefined
}

/** The API of a build. Nothing is made before somebody asks for it. */
export function createApi(options: ApiOptions): ApiService {
  const { catalog } = options
  let known: readonly ApiRoute[] | undefined
  const routes = (): readonly ApiRoute[] =>
    (known ??= Object.freeze(
      catalog.list().flatMap((plugin) => plugin.routes.map((route) => Object.freeze({ ...route, plugin }))),
    ))
  const documents = new DocumentShelf({ ...options, routes })
  return Object.freeze<ApiService>({
    routes,
    routesFor: (request) => openRoutes(request, routes(), options),
    document: (orgId) => documents.read(orgId),
  })
}
