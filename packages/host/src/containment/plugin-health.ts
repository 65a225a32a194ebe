/**
 * How each plugin does: what its `health` says, and whether its `start` failed. A `health` that throws or hangs is a
 * fault of its plugin and says `degraded`. Answers are kept for a moment, because anybody may ask `/readyz`.
 */
import type { PluginHealth } from '@host/plugin'
import type { PluginMount } from '../context/plugin-mount.ts'
import type { Faults } from './faults.ts'
import type { Frames } from './frames.ts'
import { within } from './within.ts'

const healthLimit = 2_000
const keptFor = 2_000

const ok: PluginHealth = Object.freeze({ status: 'ok' })

/** What health is asked with. */
export interface HealthOptions {
  readonly mounts: readonly PluginMount[]
  readonly frames: Frames
  readonly faults: Faults
}

export class PluginHealths {
  readonly #options: HealthOptions
  readonly #degraded = new Map<string, PluginHealth>()
  readonly #recent = new Map<string, { readonly at: number; readonly health: Promise<PluginHealth> }>()

  constructor(options: HealthOptions) {
    this.#options = options
  }

  /** Marks a plugin for good; `detail` is shown to anybody. */
  degrade(plugin: string, detail: string): void {
    this.#degraded.set(plugin, Object.freeze({ status: 'degraded', detail }))
  }

  /** How one plugin does; `ok` for a name that is none. */
  of(plugin: string): Promise<PluginHealth> {
    const recent = this.#recent.get(plugin)
    const now = performance.now()
    if (recent !== undefined && now - recent.at < keptFor) return recent.health
    const health = this.#ask(plugin)
    this.#recent.set(plugin, { at: now, health })
    return health
  }

  /** Every plugin that is not well. */
  async unwell(): Promise<readonly (PluginHealth & { readonly name: string })[]> {
    const names = this.#options.mounts.map(({ registered }) => registered.name)
    const all = await Promise.all(names.map(async (name) => ({ name, ...(await this.of(name)) })))
    return all.filter(({ status }) => status !== 'ok')
  }

  async #ask(name: string): Promise<PluginHealth> {
    const said = await this.#askPlugin(name)
    return said.status === 'ok' ? (this.#degraded.get(name) ?? said) : said
  }

  async #askPlugin(name: string): Promise<PluginHealth> {
    const { mounts, frames, faults } = this.#options
    const mount = mounts.find(({ registered }) => registered.name === name)
    if (mount?.registered.plugin.health === undefined) return ok
    const { plugin } = mount.registered
    try {
      const health = await within(
        healthLimit,
        frames.enter(name, async () => await plugin.health?.(mount.context)),
      )
      return health === undefined ? ok : readHealth(health)
    } catch (error) {
      faults.report({ plugin: name, kind: 'health', error })
      return Object.freeze({ status: 'degraded', detail: 'Its health check failed.' })
    }
  }
}

const statuses: readonly unknown[] = ['ok', 'degraded', 'down'] satisfies PluginHealth['status'][]

/** What a `health` said, and nothing else of it: its answer stands in everybody's readiness. @throws TypeError */
function readHealth({ status, detail }: PluginHealth): PluginHealth {
  const isDetail = detail === undefined || typeof detail === 'string'
  if (!statuses.includes(status) || !isDetail) {
    throw new TypeError('health answers { status: "ok", "degraded" or "down", detail?: a text }')
  }
  return Object.freeze(detail === undefined ? { status } : { status, detail })
}
