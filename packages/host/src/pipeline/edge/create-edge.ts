/** The edge of a host: its directory, its services for plugins, and what answers once everything is mounted. */
import { normalizeHostPattern, Problem } from '@host/plugin'
import type { EdgeHandler, EdgeService } from '@host/plugin/platform'
import type { PageHostsService } from '@host/plugin'
import type { EquippedPlugin } from '../equipped-plugin.ts'
import type { MountedRoute } from '../mounted-route.ts'
import { isSwitchable } from '../../declared/plugin-entry.ts'
import type { Bus } from '../../database/bus/bus.ts'
import type { Coherence } from '../../security/coherence/coherence.ts'
import type { DataAccess } from '../../database/data-access.ts'
import type { Database } from '../../database/database.ts'
import { JoiningTransactor } from '../../database/joining-transactor.ts'
import type { Router } from '../../http/router/router.ts'
import { identityModels } from '../../identity/index.ts'
import type { FeatureSource } from '../gate.ts'
import type { RateLimits } from '../../security/rate-limits/rate-limits.ts'
import { EdgeDirectory } from './edge-directory.ts'
import { EdgeHandlers } from './edge-handlers.ts'
import { EdgeStore } from './edge-store.ts'
import { Edge } from './edge.ts'
import { hostToAssign, nameToProve, pageToAssign, zoneToManage } from './host-input.ts'
import { edgeModels } from './models.ts'
import { OwnHosts } from './own-hosts.ts'
import { originBeside, pageAddresses, type FindPageAddress } from './page-addresses.ts'

/** Dependencies of the edge. */
export interface EdgeParts {
  readonly publicUrl: URL | undefined
  /** The host that all workspaces share, as `normalizeHostName` has it. */
  readonly sharedHost: string | undefined
  readonly database: Database
  readonly data: DataAccess
  readonly coherence: Coherence
  readonly bus: Pick<Bus, 'publish'>
  readonly clock: () => number
  readonly plugins: readonly EquippedPlugin[]
  readonly rates: Pick<RateLimits, 'limiterOf'>
  readonly features: Pick<FeatureSource, 'isEnabled'>
  readonly pageFiles: ReadonlySet<string>
}

/** The edge before the plugins are mounted. */
export interface HostEdge {
  readonly addressOf: FindPageAddress
  serviceOf(plugin: string): EdgeService
  pageHostsOf(plugin: string): PageHostsService
  /** What answers requests; undefined until it is opened, and without a public URL. */
  readonly opened: Edge | undefined
  readonly directory: EdgeDirectory
  readonly handlers: EdgeHandlers
  /** Takes the routes of everything mounted. No handler is added later. */
  open(router: Router<MountedRoute>): void
}

/** Creates the edge. Without a public URL the dashboard has no host of its own, so no name can be told from it. */
export function createEdge(parts: EdgeParts): HostEdge {
  const { publicUrl, sharedHost, plugins, rates, pageFiles } = parts
  const own = publicUrl === undefined ? undefined : new OwnHosts(publicUrl, sharedHost)
  const directory = directoryOf(parts)
  const handlers = new EdgeHandlers(plugins, rates)
  const addressOf = pageAddresses({ publicUrl, directory })
  let router: Router<MountedRoute> | undefined
  let opened: Edge | undefined
  const serviceParts: ServiceParts = {
    own,
    sharedHost,
    dashboardOrigin: publicUrl?.origin,
    originOf: (host) => originBeside(publicUrl, host),
    store: storeOf(parts),
    isPage: (plugin, path) => isPublicPage(router, plugin, path),
    serve(plugin, handler, options) {
      if (router !== undefined) throw new Error(`Plugin "${plugin}" calls Edge.serve too late: call it in mount.`)
      handlers.add(plugin, handler, options)
    },
  }
  return Object.freeze<HostEdge>({
    addressOf,
    directory,
    handlers,
    serviceOf: (plugin) => edgeService(serviceParts, plugin),
    pageHostsOf: (plugin) => pageHostsService(serviceParts, plugin, addressOf),
    get opened() {
      return opened
    },
    open(mounted) {
      router = mounted
      if (own === undefined) return
      opened = new Edge({
        own,
        isSecure: publicUrl?.protocol === 'https:',
        sharedHost,
        directory,
        handlers,
        router,
        pageFiles,
      })
    },
  })
}

function directoryOf({ data, coherence, features, plugins }: EdgeParts): EdgeDirectory {
  const featureByPlugin = new Map(
    plugins.map(({ registered }) => [registered.name, isSwitchable(registered) ? registered.feature : undefined]),
  )
  return new EdgeDirectory({
    db: data.forHost([...edgeModels, ...identityModels] as const),
    coherence,
    features,
    featureOf: (plugin) => featureByPlugin.get(plugin),
  })
}

function storeOf({ database, data, coherence, bus, clock }: EdgeParts): EdgeStore {
  const joining = new JoiningTransactor(database)
  const [db, workspaces] = [data.forHost(edgeModels, joining), data.forHost(identityModels, joining)]
  return new EdgeStore({ db, workspaces, database, coherence, bus, clock })
}

interface ServiceParts {
  readonly own: OwnHosts | undefined
  readonly sharedHost: string | undefined
  readonly dashboardOrigin: string | undefined
  readonly originOf: EdgeService['originOf']
  readonly store: EdgeStore
  readonly isPage: (plugin: string, path: string) => boolean
  readonly serve: (...given: Parameters<EdgeHandlers['add']>) => void
}

function edgeService({ own, store, isPage, serve, ...facts }: ServiceParts, plugin: string): EdgeService {
  const { sharedHost, dashboardOrigin, originOf } = facts
  const service: EdgeService = {
    sharedHost,
    dashboardOrigin,
    originOf,
    // Its tables are known to the plugin alone; the scope that it gets is bound to them.
    serve: (handler, options) => serve(plugin, handler as unknown as EdgeHandler, options),
    judge: (name) => judgeName(name, own),
    judgeZone: (name) => zoneToManage(name, own),
    prove: async (orgId, name) => await store.prove(orgId, await judgeName(name, own)),
    disprove: async (orgId, name) => await store.disprove(orgId, normalizeHostPattern(name) ?? ''),
    proofs: (orgId) => store.proofs(orgId),
    ownerOf: (name) => store.ownerOf(name),
    async assign(orgId, host, { page } = {}) {
      const key = { orgId, plugin, host: hostToAssign(host, own) }
      return await store.assign(
        key,
        page === undefined ? undefined : pageToAssign(page, (path) => isPage(plugin, path)),
      )
    },
    release: async (orgId, host) => await store.release({ orgId, plugin, host: normalizeHostPattern(host) ?? '' }),
    list: (orgId) => store.list(orgId, plugin),
    hostsBelow: (orgId, name) => store.hostsBelow(orgId, name),
    listHostsBelow: (orgId, name, page) => store.listHostsBelow(orgId, name, page),
  }
  return Object.freeze(service)
}

/** @throws Problem */
async function judgeName(name: string, own: OwnHosts | undefined): Promise<string> {
  if (own === undefined) throw withoutPublicUrl()
  return await nameToProve(name, own)
}

function pageHostsService(parts: ServiceParts, plugin: string, addressOf: FindPageAddress): PageHostsService {
  const edge = edgeService(parts, plugin)
  const service: PageHostsService = {
    async assign(orgId, host, page) {
      const assigned = await edge.assign(orgId, host, { page })
      return Object.freeze({ ...assigned, page })
    },
    release: (orgId, host) => edge.release(orgId, host),
    async list(orgId) {
      const hosts = await edge.list(orgId)
      return hosts.flatMap(({ page, ...host }) => (page === undefined ? [] : [{ ...host, page }]))
    },
    urlOf: (orgId, path) => addressOf({ orgId, plugin, path }),
  }
  return Object.freeze(service)
}

/** Whether a path leads to a public page of a plugin. */
function isPublicPage(router: Router<MountedRoute> | undefined, plugin: string, path: string): boolean {
  const found = router?.find('GET', path)
  return found?.kind === 'found' && found.route.publicPart === 'page' && found.route.owner === plugin
}

function withoutPublicUrl(): Problem {
  return new Problem('conflict', {
    detail: { en: 'This instance has no public URL.', zh: '此实例没有公开地址。' },
    nextStep: { en: 'Ask the operator to set HOST_PUBLIC_URL.', zh: '请联系运维人员设置 HOST_PUBLIC_URL。' },
  })
}
