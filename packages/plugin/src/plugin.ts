import type { ActionItem, InstanceMenuItem, MenuItem } from './menu.ts'
import type {
  ChecklistItem,
  McpTool,
  PermissionDefinition,
  ReadinessItem,
  SampleData,
  SearchHit,
  SettingsDefinition,
  WorkspaceData,
} from './capabilities.ts'
import type { EventDefinition } from './event.ts'
import type { Migration } from './migration.ts'
import type { NotificationCategory, NotificationChannel } from './services/notifications.ts'
import type { AnyModel, TablesOf } from './model.ts'
import type { HelpDoc } from './help.ts'
import type { MaybePromise } from './handler.ts'
import type { Mux } from './mux.ts'
import type { PluginContext } from './context.ts'
import type { PluginHealth } from './services/plugin-catalog.ts'
import type { PlanParts } from './plan-parts.ts'
import type { PluginI18n, PluginInfo } from './plugin-info.ts'
import type { WorkspaceContext, WorkspaceScope } from './scope.ts'
import type { Language } from './wire-types.ts'

/**
 * A plugin's server half. Facts known at build time are data; everything that needs the host is a function.
 * Capabilities are found at boot by their presence (spec §2, "Optional interfaces").
 */
export interface PluginDefinition<
  Name extends string = string,
  Models extends readonly AnyModel[] = readonly AnyModel[],
  Granted extends string = string,
> {
  /** Unique and stable, equal to the web half's name: `^[a-z][a-z0-9-]{1,30}$`. */
  readonly name: Name
  readonly info: PluginInfo
  /** The tables that the plugin owns and the mirrors that it reads; `[]` when it has none. */
  readonly models: Models
  /** Registers routes, services and hooks. It starts nothing. */
  mount(mux: Mux<Name, TablesOf<Models>, Granted>, ctx: PluginContext<TablesOf<Models>>): MaybePromise<void>

  readonly menus?: readonly MenuItem[]
  readonly instanceMenus?: readonly InstanceMenuItem[]
  readonly actions?: readonly ActionItem[]
  readonly settings?: SettingsDefinition
  /** Published events, see `Events`. */
  readonly events?: readonly EventDefinition[]
  /** Kinds of notifications that people can choose how to get. */
  readonly notifications?: readonly NotificationCategory[]
  readonly permissions?: readonly PermissionDefinition[]
  /** Tiers, quotas and meters of which plans are made, see `Entitlements`. */
  readonly plan?: PlanParts<TablesOf<Models>>
  /** Texts rendered by the server, in both languages. */
  readonly i18n?: PluginI18n
  /** Explicit, ordered steps for changes beyond additive migration. */
  readonly migrations?: readonly Migration[]
  /** Runs in the background, once per process, after every plugin is mounted. */
  start?(ctx: PluginContext<TablesOf<Models>>, signal: AbortSignal): MaybePromise<void>
  stop?(ctx: PluginContext<TablesOf<Models>>): MaybePromise<void>
  health?(ctx: PluginContext<TablesOf<Models>>): MaybePromise<PluginHealth>
  /**
   * Conditions of a well-run instance that this plugin checks, for instance admins; at most 10 within 2 s.
   * @since 1.0.0
   */
  readiness?(ctx: PluginContext<TablesOf<Models>>, language: Language): MaybePromise<readonly ReadinessItem[]>
  /** Help pages made at run time, besides those of the folder; asked once, when the first page is read. At most 500. */
  helpDocs?(): readonly HelpDoc[]
  /** A folder of help pages, relative to the package. */
  readonly helpDocsFS?: `./${string}`
  mcpTools?(ctx: PluginContext<TablesOf<Models>>): readonly McpTool<TablesOf<Models>>[]
  /** Finds records for the palette, the best first; at most 20 within 1 s. `query` is trimmed, of 1 to 100 characters. */
  search?(
    scope: WorkspaceScope<TablesOf<Models>>,
    query: string,
    ctx: PluginContext<TablesOf<Models>>,
  ): Promise<readonly SearchHit[]>
  /** The steps with which people begin; at most 10 within 2 s. */
  checklist?(
    scope: WorkspaceScope<TablesOf<Models>>,
    ctx: PluginContext<TablesOf<Models>>,
  ): Promise<readonly ChecklistItem[]>
  /** Counts of waiting items, by the id of the plugin's own menus, within 2 s. */
  badges?(
    scope: WorkspaceScope<TablesOf<Models>>,
    ctx: PluginContext<TablesOf<Models>>,
  ): Promise<Readonly<Record<string, number>>>
  readonly sampleData?: SampleData<TablesOf<Models>, PluginContext<TablesOf<Models>>>
  /** Ways to reach people outside of the product; asked once, when mounting has ended. */
  notificationChannels?(ctx: PluginContext<TablesOf<Models>>): readonly NotificationChannel[]
  readonly workspaceData?: WorkspaceData<TablesOf<Models>>
  /** A member left the workspace; a throw is logged and does not undo the removal. */
  memberRemoved?(scope: WorkspaceContext<TablesOf<Models>>, userId: string): MaybePromise<void>
  /** An account was deleted: erases that person's own data. An error is logged and does not undo the deletion. */
  accountDeleted?(ctx: PluginContext<TablesOf<Models>>, userId: string): MaybePromise<void>
  /** Nouns directly under `/api/`. In-tree plugins only: the composition root grants them. */
  readonly topLevelApi?: readonly Granted[]
}

/** A plugin of any name, models and routes. */
export type AnyPlugin = PluginDefinition

/** Gives each unknown member a type that it can't have and that the compiler quotes in its error. */
type Exact<Definition> = {
  readonly [Key in Exclude<keyof Definition, keyof PluginDefinition>]: IsAny<Definition[Key]> extends true
    ? never
    : `${Key & string} is not a member of a plugin: fix its spelling or remove it`
}

type IsAny<Type> = 0 extends 1 & Type ? true : false

/**
 * Declares a plugin. An unknown or mistyped member does not compile, wherever the object was made.
 * @example
 * export const plugin = definePlugin({
 *   name: 'hello',
 *   info: { title: 'Hello', description: 'Says hello', icon: 'hand', category: 'Start', api: '^1' },
 *   models: [],
 *   mount(mux) {
 *     mux.handle('GET /api/x/hello/ping', () => json({ message: 'hello' }))
 *   },
 * })
 * @since 1.0.0
 */
export function definePlugin<
  const Name extends string,
  const Models extends readonly AnyModel[],
  const Granted extends string = never,
  Definition = unknown,
>(
  definition: PluginDefinition<Name, Models, Granted> & Definition & Exact<Definition>,
): PluginDefinition<Name, Models, Granted> {
  return definition
}
