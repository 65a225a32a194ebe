/**
 * Health of each plugin: its `health` answer, whether its `start` failed, and whether its background work is paused. A
 * `health` that throws or hangs is a fault of its plugin and counts as `degraded`. Answers are cached briefly, because
 * any client may request `/readyz`.
 */
import type { PluginHealth } from '@host/plugin'
import type { PluginMount } from './plugin-mount.ts'
import type { Faults } from '../observability/containment/faults.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import { within } from '../support/within.ts'

const healthLimit = 1_500
const keptFor = 2_000

const ok: PluginHealth = Object.freeze({ status: 'ok' })
const paused: PluginHealth = Object.freeze({
  status: 'degraded',
  detail: 'Its background work is paused.',
  cause: 'paused',
})

/** Options of the health checks. */
export interface HealthOptions {
  readonly mounts: readonly PluginMount[]
  readonly contexts: ExecutionContexts
  readonly faults: Faults
  readonly clock: () => number
  /** Whether the background work of a plugin is paused; it answers from memory. */
  isPaused(plugin: string): boolean
}

export class PluginHealths {
  readonly #options: HealthOptions
  readonly #degraded = new Map<string, PluginHealth>()
  readonly #recent = new Map<string, { readonly at: number; readonly health: Promise<PluginHealth> }>()

  constructor(options: HealthOptions) {
    this.#options = options
  }

  /** Marks a plugin whose start failed, for as long as the host runs. */
  failedToStart(plugin: string): void {
    const since = new Date(this.#options.clock()).toISOString()
    this.#degraded.set(
      plugin,
      Object.freeze({ status: 'degraded', detail: 'It could not start.', cause: 'start', since }),
    )
    this.#recent.delete(plugin)
  }

  /** How one plugin does; `ok` for a name that is none. */
  of(plugin: string): Promise<PluginHealth> {
    const recent = this.#recent.get(plugin)
    const now = performance.now()
    if (recent !== undefined && now - recent.at < keptFor) return this.#unlessPaused(plugin, recent.health)
    const health = this.#ask(plugin)
    this.#recent.set(plugin, { at: now, health })
    return this.#unlessPaused(plugin, health)
  }

  /** Every plugin that is not well. */
  async unwell(): Promise<readonly (PluginHealth & { readonly name: string })[]> {
    const names = this.#options.mounts.map(({ registered }) => registered.name)
    const all = await Promise.all(names.map(async (name) => ({ name, ...(await this.of(name)) })))
    return all.filter(({ status }) => status !== 'ok')
  }

  async #unlessPaused(plugin: string, asked: Promise<PluginHealth>): Promise<PluginHealth> {
    const health = await asked
    return health.status === 'ok' && this.#options.isPaused(plugin) ? paused : health
  }

  async #ask(name: string): Promise<PluginHealth> {
    const said = await this.#askPlugin(name)
    if (said.status !== 'ok') return said
    return this.#degraded.get(name) ?? said
  }

  async #askPlugin(name: string): Promise<PluginHealth> {
    const { mounts, contexts, faults } = this.#options
    const mount = mounts.find(({ registered }) => registered.name === name)
    if (mount?.registered.plugin.health === undefined) return ok
    const { plugin } = mount.registered
    try {
      const health = await within(
        healthLimit,
        contexts.enter(name, async () => await plugin.health?.(mount.context)),
      )
      return health === undefined ? ok : readHealth(health)
    } catch (error) {
      faults.report({ plugin: name, kind: 'health', error })
      return Object.freeze({ status: 'degraded', detail: 'Its health check failed.', cause: 'check' })
    }
  }
}

const statuses: readonly unknown[] = ['ok', 'degraded', 'down'] satisfies PluginHealth['status'][]

/** The known fields of a `health` answer: it appears in the public readiness. @throws TypeError */
function readHealth({ status, detail }: PluginHealth): PluginHealth {
  const isDetail = detail === undefined || typeof detail === 'string'
  if (!statuses.includes(status) || !isDetail) {
    throw new TypeError('health must return { status: "ok", "degraded" or "down", detail?: string }')
  }
  return Object.freeze(detail === undefined ? { status } : { status, detail })
}
