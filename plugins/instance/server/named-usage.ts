import {
  Clock,
  Problem,
  requireService,
  type Language,
  type PluginCatalogService,
  type PluginContext,
} from '@host/plugin'
import { Accounting, type AccountingService, type UsageOf } from '@host/plugin/platform'
import type { Telemetry, TelemetryRange } from '../shared.ts'
import type { Tables } from './models.ts'
import { pluginTitle } from './plugin-entry.ts'
import { spanOf, sumOf, usageCourse } from './usage-course.ts'
import { workspaceNames } from './workspace-names.ts'

/** How many workspaces are named. */
const mostWorkspaces = 50
const mostPlugins = 200

/** Usage keys of the host for calls without a workspace, or with workspaces that were not counted separately. */
const kinds: ReadonlyMap<string, 'none' | 'others'> = new Map([
  ['instance', 'none'],
  ['others', 'others'],
])

/** A usage query. */
interface UsageQuestion {
  readonly range?: TelemetryRange | undefined
  readonly plugin?: string | undefined
}

/** Usage of plugins and workspaces, with names for the host's IDs. */
export class NamedUsage {
  readonly #ctx: PluginContext<Tables>
  readonly #catalog: PluginCatalogService

  constructor(ctx: PluginContext<Tables>, catalog: PluginCatalogService) {
    this.#ctx = ctx
    this.#catalog = catalog
  }

  async read({ range = '24h', plugin }: UsageQuestion, language: Language): Promise<Telemetry> {
    const accounting = this.#accounting()
    const span = spanOf(range, requireService(this.#ctx, Clock).now())
    const asked = { ...span, ...(plugin !== undefined && { plugin }) }
    const hours = await accounting.course(asked)
    const plugins = await accounting.usage({ ...span, by: 'plugin', limit: mostPlugins })
    const workspaces = await accounting.usage({ ...asked, by: 'workspace', limit: mostWorkspaces })
    return {
      from: span.from,
      total: sumOf(hours),
      course: usageCourse(range, span.from, hours),
      plugins: plugins.map(({ of, ...usage }) => ({ plugin: this.#named(of, language), ...usage })),
      workspaces: await this.#workspaces(workspaces),
    }
  }

  #accounting(): AccountingService {
    const accounting = this.#ctx.lookup(Accounting)
    if (accounting !== undefined) return accounting
    throw new Problem('service_unavailable', { detail: "This build doesn't measure usage." })
  }

  #named(name: string, language: Language): { readonly name: string; readonly title: string } {
    const facts = this.#catalog.list().find((one) => one.name === name)
    return { name, title: facts === undefined ? name : pluginTitle(facts, language) }
  }

  async #workspaces(usages: readonly UsageOf[]): Promise<Telemetry['workspaces']> {
    const ids = usages.flatMap(({ of }) => (kinds.has(of) ? [] : [of]))
    const names = await workspaceNames(this.#ctx, ids, 'name the workspaces of usage')
    return usages.map(({ of, ...usage }) => {
      const kind = kinds.get(of) ?? 'workspace'
      return { workspace: kind === 'workspace' ? { id: of, name: names.get(of) ?? of } : null, kind, ...usage }
    })
  }
}
