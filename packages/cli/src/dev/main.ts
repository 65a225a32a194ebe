/** `make dev`, until it is interrupted. `HOST_DEV_PORT` names the port of its pages. */
import { once } from 'node:events'
import { BuildFailure } from '../build/build-failure.ts'
import { openCheckout } from '../build/checkout.ts'
import { develop } from './development.ts'

const usualPort = 5173

const { env } = process
try {
  const port = readPort(env['HOST_DEV_PORT'])
  await using _development = await develop({ checkout: openCheckout(), env, cwd: process.cwd(), port })
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)))
} catch (error) {
  if (!(error instanceof BuildFailure)) throw error
  process.stderr.write(`${error.problems.join('\n')}\n`)
  process.exitCode = 1
}
process.exit()

function readPort(text = String(usualPort)): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port > 0 && port < 65_536) return port
  throw new BuildFailure([`HOST_DEV_PORT is "${text}" and not a port: write a number from 1 to 65535.`])
}
