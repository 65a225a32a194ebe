import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { AnyPlugin } from '@host/plugin'
import type { NeededPlugin } from './checked-facts.ts'
import { gatherLive } from './live/gather-live.ts'
import { judgeFacts } from './judge-facts.ts'
import type { PluginReport } from './plugin-report.ts'
import { PluginCheckFailure } from './plugin-report.ts'
import { shareContract } from './share-contract.ts'
import { readSources, type ServerFacts, type SourceFacts } from './sources/read-sources.ts'
import { late, withinTime } from './live/within-time.ts'

/** How long everything on the running host may take, in milliseconds. */
const livePatience = 300_000
/** How long loading the server half may take. */
const loadPatience = 20_000

/**
 * Checks a plugin in this process: reads it, loads it, starts hosts with it and calls everything. A plugin that ends or
 * blocks its process ends or blocks this one; `inspectApart` outlives it.
 * @param say receives the next step, in words that follow "it"
 * @throws PluginCheckFailure with a sentence for a folder that isn't a plugin
 */
export async function inspectPlugin(folder: string, say: (step: string) => void = ignore): Promise<PluginReport> {
  say('was read')
  const sources = await readSources(folder)
  say('was loaded')
  using shared = new DisposableStack()
  const needed: NeededPlugin[] = []
  const facts = { ...sources, needed, plugin: undefined, live: undefined }
  const loaded = await attempt(async () => {
    const plugin = await loadPlugin(sources)
    const others = await Promise.all(sources.checks.beside.map((written) => readNeeded(folder, written)))
    needed.push(...others)
    shared.use(shareContract(others.map(({ sources: { folder: other } }) => other)))
    return { plugin, beside: await Promise.all(others.map(loadNeeded)) }
  }, loadPatience)
  if ('refusals' in loaded) return judgeFacts({ ...facts, ...loaded })
  const { plugin, beside } = loaded.value
  const lived = await attempt(() => gatherLive({ sources, plugin, beside, say }), livePatience)
  say('was judged')
  if ('refusals' in lived) return judgeFacts({ ...facts, plugin, ...lived })
  return judgeFacts({ ...facts, name: plugin.name, plugin, live: lived.value, refusals: [] })
}

interface ReadPlugin extends NeededPlugin {
  readonly sources: SourceFacts
}

async function readNeeded(home: string, folder: string): Promise<ReadPlugin> {
  const sources = await readSources(join(home, folder))
  return { name: sources.name, folder, locate: sources.locate, sources }
}

/** @throws Error whose sentence names the plugin */
async function loadNeeded({ name, sources }: ReadPlugin): Promise<AnyPlugin> {
  try {
    return await loadPlugin(sources)
  } catch (error) {
    if (error instanceof PluginCheckFailure) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw Object.assign(new Error(reason), { problems: [`"${name}" could not be loaded: ${reason}`] })
  }
}

/** @throws PluginCheckFailure when the entry exports no plugin */
export async function loadPlugin({ server, folder }: ServerFacts): Promise<AnyPlugin> {
  const module = (await import(pathToFileURL(server.modules.entry).href)) as { readonly plugin?: unknown }
  if (typeof module.plugin !== 'object' || module.plugin === null) {
    throw new PluginCheckFailure(
      `${folder} has no "plugin" export; add export const plugin = definePlugin({ ... }) to its entry.`,
    )
  }
  return module.plugin as AnyPlugin
}

type Outcome<Value> = { readonly value: Value } | { readonly refusals: readonly string[] }

async function attempt<Value>(work: () => Promise<Value>, patience: number): Promise<Outcome<Value>> {
  try {
    const value = await withinTime(work(), patience)
    return value === late
      ? { refusals: [`It takes more than ${patience / 1000} s; don't wait for anything while loading.`] }
      : { value }
  } catch (error) {
    if (error instanceof PluginCheckFailure) throw error
    const { problems } = error as { readonly problems?: readonly string[] }
    return { refusals: problems ?? [`It failed: ${error instanceof Error ? error.message : String(error)}`] }
  }
}

function ignore(): void {
  // The steps have no reader.
}
