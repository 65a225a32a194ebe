/**
 * `make dev` and `host dev`, until interrupted: the plugins of the named folders, or that of the current one, on an
 * instance of their own, or else the checkout. `HOST_DEV_PORT` sets the port of its pages. A second Ctrl+C changes
 * nothing: all child processes end within moments.
 */
import { BuildFailure } from '@host/inspect'
import { openCheckout } from '../build/checkout.ts'
import { develop, type DevelopmentOptions } from './development.ts'
import { developPlugin } from './develop-plugin.ts'
import { findPlugin } from './find-plugin.ts'
import { findPlugins } from './find-plugins.ts'
import { holdPort, usualPort, type HeldPort } from './held-port.ts'
import './end-with-parent.ts'

const interrupted = Promise.withResolvers<void>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // Vite ends the process on SIGTERM as well, with a code of failure where there is none yet.
    process.exitCode = 0
    interrupted.resolve()
  })
}

try {
  await using _development = await start()
  await interrupted.promise
} catch (error) {
  if (!(error instanceof BuildFailure)) throw error
  process.stderr.write(`${error.problems.join('\n')}\n`)
  process.exitCode = 1
}
process.exit()

async function start(): Promise<AsyncDisposable> {
  const { env } = process
  const wanted = readPort(env['HOST_DEV_PORT'])
  const port = wanted === undefined ? undefined : await hold(wanted)
  const options: Omit<DevelopmentOptions, 'port'> = { checkout: openCheckout(), env, cwd: process.cwd() }
  const isFresh = process.argv.includes('--fresh')
  const named = process.argv.slice(2).filter((text) => !text.startsWith('--'))
  const folders = named.length > 0 || findPlugin(options.cwd) === undefined ? named : [options.cwd]
  const [plugin, ...others] = findPlugins(folders)
  if (plugin !== undefined) return developPlugin(plugin, { ...options, others, port, isFresh })
  if (isFresh) throw new BuildFailure(['--fresh only works in a plugin folder: change into one, or remove the option.'])
  return develop({ ...options, port: port ?? (await hold(usualPort)) })
}

async function hold(port: number): Promise<HeldPort> {
  const held = await holdPort(port)
  if (held !== undefined) return held
  throw new BuildFailure([
    `Port ${port} is already in use: stop the other process, or set HOST_DEV_PORT to another port.`,
  ])
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port > 0 && port < 65_536) return port
  throw new BuildFailure([`HOST_DEV_PORT is "${text}", which is not a port: use a number from 1 to 65535.`])
}
