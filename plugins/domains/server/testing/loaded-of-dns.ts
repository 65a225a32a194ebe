/**
 * A process that prints which modules of the DNS server, and how many UDP sockets, a host without it has, and then one with it:
 * as JSON.
 */
import { registerHooks } from 'node:module'

const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})

/** Modules of the server, of zones in memory and of their loads. */
function ofServer() {
  const own = loaded.filter((url) => /\/packages\/dns\/src\/(?:server|answer|zone|update)\//.test(url))
  const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'UDPWrap')
  return { modules: own.map((url) => url.replace(/^.*\//, '')), sockets: sockets.length }
}

const { createTestHost } = await import('@host/testing')
const { plugin } = await import('../index.ts')
await using plain = await createTestHost({ plugins: [plugin] })
await plain.listen()
const without = ofServer()
const environment = { HOST_DNS_LISTEN: '127.0.0.1:0', HOST_DNS_NAMES: 'ns1.host.test' }
await using serving = await createTestHost({ plugins: [plugin], environment })
await serving.listen()
process.stdout.write(`${JSON.stringify({ without, with: ofServer() })}\n`)
