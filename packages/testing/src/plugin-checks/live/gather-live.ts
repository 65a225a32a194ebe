import { PluginCatalog, type AnyPlugin } from '@host/plugin'
import { createTestHost } from '../../create-test-host.ts'
import type { TestHost } from '../../test-host.ts'
import type { SourceFacts } from '../sources/read-sources.ts'
import { askedRoutes } from './asked-routes.ts'
import { Asker, GaveUp } from './asker.ts'
import { askRefusals, type Asking } from './ask-refusals.ts'
import { askForeign, askReading, askSwitchedOff, askWriting, signInAgain } from './ask-uses.ts'
import { Callers } from './callers.ts'
import { askHooks } from './ask-hooks.ts'
import { sampleCall } from './inputs.ts'
import type { AskedRoute, LiveFacts } from './live-facts.ts'
import { probePlugin } from './probe-plugin.ts'
import { recordedPlugin, type RecordedPlugin } from './recorded-plugin.ts'
import { restartTwice } from './restart.ts'
import { servedHelp } from './served-help.ts'
import { TableRows } from './table-rows.ts'

/** Settings of a started plugin. */
export interface LiveSetting {
  readonly sources: SourceFacts
  readonly plugin: AnyPlugin
  /** Plugins that it needs beside it. */
  readonly beside: readonly AnyPlugin[]
  /** Receives the next step, so that a hang can be located. */
  readonly say: (step: string) => void
}

/** A host without rate limits, which logs only the plugin. */
const unhurried = { HOST_RATE_API: '0', HOST_RATE_SIGN_IN: '0', HOST_RATE_REDIRECT: '0', HOST_ACCESS_LOG: 'off' }

/**
 * Starts a host with a plugin, asks its routes and hooks everything, stops it, and starts it once more.
 * @throws BootError when the host refuses to start
 */
export async function gatherLive(setting: LiveSetting): Promise<LiveFacts> {
  const { sources, plugin, beside, say } = setting
  const recorded = recordedPlugin(plugin)
  say('was started')
  const host = await createTestHost({
    plugins: [...beside, recorded.plugin, probePlugin()],
    environment: { ...unhurried, ...sources.checks.environment },
    helpPages: {
      [plugin.name]: Object.fromEntries(sources.help.map(({ file, text }) => [file.replace(/^.*\//, ''), text])),
    },
  })
  try {
    const asked = await askHost(host, recorded, setting)
    say('was stopped')
    await host.close()
    return { ...asked, restart: await restartTwice(setting) }
  } catch (error) {
    await host.close()
    throw error
  }
}

async function askHost(
  host: TestHost,
  recorded: RecordedPlugin,
  { plugin, sources, say }: LiveSetting,
): Promise<Omit<LiveFacts, 'restart'>> {
  const catalog = host.service(PluginCatalog)
  const facts = catalog.list().find(({ name }) => name === plugin.name)
  if (facts === undefined) throw new Error(`${plugin.name} is not in the catalog of its own host.`)
  const startLog = host.logs.filter(({ fields }) => fields['plugin'] === plugin.name)
  const routes = askedRoutes(facts)
  const rows = new TableRows(plugin, recorded.context())
  const asker = new Asker(host, rows)
  const asking: Asking = { asker, callers: new Callers(host), sample: (route) => sampleCall(route, sources.checks) }
  await asker.settle()
  const gaveUp = await askAll({
    host,
    asking,
    routes,
    rows,
    feature: facts.feature,
    isCore: facts.info.core === true,
    say,
  })
  say('was asked for its health')
  const { status, detail = '' } = await catalog.health(plugin.name)
  const hooks = gaveUp === undefined ? await askHooks(host, plugin, recorded.context()) : []
  return {
    facts,
    routes,
    exchanges: asker.exchanges,
    hooks,
    startLog,
    health: { status, detail },
    help: await servedHelp(host, plugin.name),
    gaveUp,
  }
}

interface AllCalls {
  readonly host: TestHost
  readonly asking: Asking
  readonly routes: readonly AskedRoute[]
  readonly rows: TableRows
  readonly feature: string
  readonly isCore: boolean
  readonly say: (step: string) => void
}

/** Refusals first, while there are no records; then calls that create, read, use foreign ids, and change. */
async function askAll({ host, asking, routes, rows, feature, isCore, say }: AllCalls): Promise<string | undefined> {
  const each = async (step: string, chosen: readonly AskedRoute[], ask: (route: AskedRoute) => Promise<void>) => {
    for (const route of chosen) {
      say(`answered ${route.pattern} (${step})`)
      await ask(route)
      if (route.isMutating) await signInAgain(host)
    }
  }
  const of = (...methods: readonly string[]): AskedRoute[] => routes.filter(({ method }) => methods.includes(method))
  try {
    await each('refusals', routes, (route) => askRefusals(asking, route))
    await each('valid calls', of('POST'), (route) => askWriting(asking, route, []))
    const ids = await rows.ids(host.workspaces.here)
    await each('reading', of('GET', 'HEAD', 'OPTIONS'), (route) => askReading(asking, route, ids))
    await each('foreign ids', routes, (route) => askForeign(asking, route, ids))
    await each('changes', of('POST', 'PUT', 'PATCH', 'DELETE'), (route) =>
      route.method === 'POST' && route.wildcards.length === 0 ? Promise.resolve() : askWriting(asking, route, ids),
    )
    if (isCore) return undefined
    await host.switchFeature(feature, false)
    await each('switched off', routes, (route) => askSwitchedOff(asking, route))
    await host.switchFeature(feature, true)
    return undefined
  } catch (error) {
    if (error instanceof GaveUp) return error.message
    throw error
  }
}
