import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { roles } from '@host/plugin'
import { demoAddress, demoInstanceAdmin, demoPassword, demoTraveller, demoWorkspaces, makeDemo } from './demo-people.ts'
import { develop, type DevelopmentOptions } from './development.ts'
import { fillDemo } from './fill-demo.ts'
import type { DevelopedPlugin } from './find-plugin.ts'
import { holdNextPort, type HeldPort } from './held-port.ts'
import { pluginEnvironment } from './plugin-environment.ts'
import { takePlace } from './plugin-place.ts'

/** How a plugin is developed. */
export interface PluginDevelopment extends Omit<DevelopmentOptions, 'port' | 'place' | 'onServing'> {
  /** The next that is free when left out. */
  readonly port: HeldPort | undefined
  /** The plugins that are served with it. */
  readonly others: readonly DevelopedPlugin[]
  /** Whether to throw the data of the last time away. */
  readonly isFresh: boolean
}

/**
 * Serves the whole product with a plugin during development, on an instance of the plugin's own that has two
 * workspaces.
 * @throws BuildFailure with the problems of the plugin or of the environment
 */
export async function developPlugin(
  plugin: DevelopedPlugin,
  { others, isFresh, port, ...options }: PluginDevelopment,
): Promise<AsyncDisposable> {
  const env = pluginEnvironment(options.env)
  const { folder } = plugin
  const all = [plugin, ...others]
  await using stack = new AsyncDisposableStack()
  const place = stack.use(await takePlace(folder, { isFresh }))
  const isNew = await makeDemo(place.data)
  const chosen = port ?? (await holdNextPort())
  const plugins = withPlugins(all, env['HOST_PLUGINS'], options.cwd)
  const own = { HOST_DATA: place.data, HOST_DATABASE_URL: join(place.data, 'host.db'), HOST_PLUGINS: plugins }
  const [serving, ended] = [Promise.withResolvers<void>(), new AbortController()]
  stack.use(await develop({ ...options, env: { ...env, ...own }, port: chosen, place, onServing: serving.resolve }))
  process.stdout.write(greeting(all, chosen.number))
  stack.defer(() => ended.abort())
  if (isNew) {
    const origin = `http://localhost:${chosen.number}`
    const filling = { checkout: options.checkout, origin, signal: ended.signal }
    void serving.promise.then(async () => {
      // Plugins that the first one requires follow it, and are filled before it.
      for (const each of all.toReversed()) {
        if (!ended.signal.aborted) say(await fillDemo({ ...filling, plugin: each }))
      }
    })
  }
  const opened = stack.move()
  return { [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Puts plugins before those of `HOST_PLUGINS`, which may name them as well; a text with a fault is for its reader to refuse. */
function withPlugins(plugins: readonly DevelopedPlugin[], text: string | undefined, cwd: string): string | undefined {
  const own = plugins
    .filter(({ isInTree }) => !isInTree)
    .map(({ halves }) => ({ ...halves, server: realpathSync(halves.server) }))
  if (own.length === 0) return text
  if (text === undefined || text.trim() === '') return JSON.stringify(own)
  try {
    const others: unknown = JSON.parse(text)
    if (!Array.isArray(others)) return text
    const isOther = (entry: unknown): boolean => {
      const { server } = Object(entry) as { readonly server?: unknown }
      return typeof server !== 'string' || own.every((one) => resolve(cwd, server) !== one.server)
    }
    return JSON.stringify([...own, ...(others as readonly unknown[]).filter(isOther)])
  } catch {
    return text
  }
}

function say(line: string | undefined): void {
  if (line !== undefined) process.stdout.write(`[dev] ${line}\n`)
}

function greeting([plugin, ...others]: readonly DevelopedPlugin[], port: number): string {
  const lines = [
    `${plugin?.folder} is running at http://localhost:${port}`,
    ...others.map(({ folder }) => `With ${folder}`),
    ...demoWorkspaces.map((name) => `${name}: ${roles.map((role) => demoAddress(role, name)).join(', ')}`),
    `Both: ${demoTraveller} (admin)`,
    `The console: ${demoInstanceAdmin}`,
    `Password for all accounts: ${demoPassword}`,
  ]
  return lines.map((line) => `[dev] ${line}\n`).join('')
}
