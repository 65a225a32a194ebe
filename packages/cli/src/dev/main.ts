/**
 * `make dev`: the checkout as it is written. The host runs from its sources and starts anew when one changes; Vite
 * serves the pages, follows theirs, and passes everything else on to the host.
 */
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { openCheckout } from '../build/checkout.ts'
import { importVite } from '../build/import-vite.ts'
import { restartOnChange } from './restarting-child.ts'

const { root, node } = openCheckout()
const app = join(root, 'apps/web')
const pagesPort = 5173
const hostPort = await freePort()

const host = restartOnChange({
  command: node,
  args: ['--conditions=source', join(root, 'apps/server/src/main.ts'), 'serve'],
  env: {
    HOST_LOG_FORMAT: 'text',
    ...process.env,
    HOST_LISTEN: `127.0.0.1:${hostPort}`,
    HOST_PUBLIC_URL: `http://localhost:${pagesPort}`,
  },
  folders: ['packages', 'plugins', 'apps/server'].map((folder) => join(root, folder)),
})
const { createServer: createPages } = await importVite(app)
const passed = ['/api', '/auth', '/healthz', '/readyz', '/metrics'].map(
  (path) => [path, `http://127.0.0.1:${hostPort}`] as const,
)
const pages = await createPages({
  root: app,
  configLoader: 'native',
  server: { port: pagesPort, strictPort: true, proxy: Object.fromEntries(passed) },
})
await pages.listen()
pages.printUrls()

await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)))
await Promise.all([host.stop(), pages.close()])
process.exit()

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
