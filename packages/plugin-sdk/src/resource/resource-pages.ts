/** Loaded with the list of plugins, before any page: everything else of a resource arrives with the page that needs it. */
import { createElement } from 'react'
import type { AnyResource } from '@host/plugin/wire'
import { lazyPage, type PageModule } from '../lazy-page.ts'
import type { UIRequirement, UIRoute } from '../ui-plugin.ts'

/** The pages of a resource. */
export interface ResourcePagesOptions extends UIRequirement {
  /** The `path` of the resource. */
  readonly path: `/${string}`
  /** Imports the definition of the resource, which stays out of the first page. */
  readonly load: () => Promise<AnyResource>
  /** Replaces the page of the list. */
  readonly list?: () => Promise<PageModule>
  /** Replaces the page of a record. */
  readonly details?: () => Promise<PageModule>
}

/**
 * The routes of a resource: its list at `path`, and a record at `path/:id`.
 * @example
 * routes: resourcePages({ path: '/contacts', load: async () => (await import('../shared/contacts.ts')).contacts })
 * @since 1.0.0
 */
export function resourcePages({ path, load, list, details, ...requirement }: ResourcePagesOptions): readonly UIRoute[] {
  return [
    { ...requirement, path, Component: lazyPage(list ?? (() => listPage(load))) },
    { ...requirement, path: `${path}/:id`, Component: lazyPage(details ?? (() => detailsPage(load))) },
  ]
}

async function listPage(load: ResourcePagesOptions['load']): Promise<PageModule> {
  const [{ ResourceList }, resource] = await Promise.all([import('./ResourceList.tsx'), load()])
  return { default: () => createElement(ResourceList, { resource }) }
}

async function detailsPage(load: ResourcePagesOptions['load']): Promise<PageModule> {
  const [{ ResourceDetailsPage }, resource] = await Promise.all([import('./ResourceDetailsPage.tsx'), load()])
  return { default: () => createElement(ResourceDetailsPage, { resource }) }
}
