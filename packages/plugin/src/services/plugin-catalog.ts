import type { RouteDeprecation } from '../deprecation.ts'
import type { PluginInfo, PluginI18n } from '../plugin-info.ts'
import type { Endpoint } from '../endpoint.ts'
import type { RateClass, RouteDescription } from '../mux.ts'
import type { Audience, MaybePromise, RouteRequirements } from '../handler.ts'
import type { ActionItem, InstanceMenuItem, MenuItem } from '../menu.ts'
import type { PermissionDefinition } from '../capabilities.ts'
import type { HealthStatus } from '../wire-types.ts'
import type { NotificationCategory } from './notifications.ts'
import { serviceToken } from '../service.ts'

/** A route as it was mounted. */
export interface RouteFacts {
  readonly pattern: string
  readonly audience: Audience
  /** Further requirements on its caller; undefined for a public route. */
  readonly requirements: RouteRequirements | undefined
  /** The scopes of which an API token needs the one that fits the method; none where no token gets in. */
  readonly scopes: readonly string[]
  /** Whether the token of an agent may call it, as far as the definition decides. */
  readonly agents: boolean
  /** The limit class of its calls. */
  readonly rateLimit: RateClass
  /** Whether it takes an `Idempotency-Key`. */
  readonly isIdempotent: boolean
  /** The largest body of a call, in bytes. */
  readonly bodyLimit: number
  /** The most commas, colons and opening brackets outside of strings in its JSON body. */
  readonly structureLimit: number
  /** Its definition, where it is a typed endpoint. */
  readonly endpoint: Endpoint | undefined
  /** Its own description, for a route that isn't an endpoint. */
  readonly operation: RouteDescription | undefined
  /** Since when it is deprecated, and its replacement. */
  readonly deprecated?: RouteDeprecation | undefined
}

/** Facts about a plugin of this build. */
export interface PluginFacts {
  readonly name: string
  readonly version: string
  readonly info: PluginInfo
  readonly outOfTree: boolean
  /** The feature that a workspace switches: the plugin's `group`, else its name. */
  readonly feature: string
  readonly menus: readonly MenuItem[]
  readonly instanceMenus: readonly InstanceMenuItem[]
  readonly actions: readonly ActionItem[]
  readonly i18n: PluginI18n
  readonly permissions: readonly PermissionDefinition[]
  /** Kinds of notifications that people can choose how to get. */
  readonly notifications: readonly NotificationCategory[]
  /** Names of the events that it publishes. */
  readonly events: readonly string[]
  /** Names of the kinds of jobs that it does. */
  readonly jobs: readonly string[]
  readonly routes: readonly RouteFacts[]
  readonly tables: readonly string[]
  readonly provides: readonly string[]
}

/** How a plugin does, and why. */
export interface PluginHealth {
  readonly status: HealthStatus
  readonly detail?: string
  /** The cause found by the host itself; absent for a plugin's own report. */
  readonly cause?: HealthCause
  /** When it began (ISO 8601), where the host knows. */
  readonly since?: string
}

/** Its `start` failed, its background work is paused, or its `health` gave no answer. */
export type HealthCause = 'start' | 'paused' | 'check'

/** Facts about this executable. */
export interface BuildFacts {
  readonly version: string
  /** Digest of the bundle; equal input gives an equal digest. */
  readonly digest: string
  readonly node: string
  readonly database: 'sqlite' | 'postgres'
  readonly startedAt: string
}

/** The plugins of this build. */
export interface PluginCatalogService {
  list(): readonly PluginFacts[]
  health(name: string): Promise<PluginHealth>
  build(): BuildFacts
}

/** A feature of a workspace, without the texts that its plugins have in several languages. */
export interface Feature {
  readonly key: string
  readonly enabled: boolean
  readonly core: boolean
  /** Keys of the features that it needs, and of those that need it. */
  readonly requires: readonly string[]
  readonly requiredBy: readonly string[]
  /** Names of the plugins that it switches; the first one lends it title, icon and category. */
  readonly plugins: readonly string[]
}

/** Features of workspaces, to be switched on and off. */
export interface FeaturesService {
  /** Whether a feature is on; false for an unknown one. Does not wait when the workspace is in memory. */
  isEnabled(orgId: string, feature: string): MaybePromise<boolean>
  list(orgId: string): Promise<readonly Feature[]>
  /**
   * Switches a feature; switching on includes its requirements, in one transaction.
   * @throws Problem `not_found`, `conflict` for a core feature, `feature_required` naming those that need it
   */
  set(orgId: string, feature: string, enabled: boolean): Promise<void>
}

/**
 * The plugins of this build.
 *
 * Audience: authors.
 */
export const PluginCatalog = serviceToken<PluginCatalogService>('core.plugin-catalog')

/**
 * Features of workspaces, to be switched on and off.
 *
 * Audience: authors.
 */
export const Features = serviceToken<FeaturesService>('core.features')
