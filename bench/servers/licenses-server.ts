/** A real host whose first workspace sells a product with licenses, `license-<number>`. */
import { createHost, readConfig } from '../../packages/host/src/index.ts'
import { csrfTokenOf } from '../../packages/host/src/identity/secret-token.ts'
import { plugin } from '../../plugins/products/server/index.ts'
import { serveParent, type RunningServer } from '../process/serve-parent.ts'
import { fillWorkspaces } from './fill-workspaces.ts'
import { sessionToken } from './session-token.ts'

/** Options of a measured host with licenses. */
export interface LicensesServerOptions {
  /** The SQLite file; it is new. */
  readonly file: string
  readonly folder: string
  readonly licenses: number
}

/** Licenses of an import. */
const step = 1_000

await serveParent(start)

async function start({ file, folder, licenses }: LicensesServerOptions): Promise<RunningServer> {
  await fillWorkspaces(file, 1)
  const config = readConfig({
    HOST_DATABASE_URL: file,
    HOST_DATA: folder,
    HOST_LISTEN: '127.0.0.1:0',
    HOST_LOG_LEVEL: 'warn',
    HOST_PUBLIC_URL: 'http://bench.test',
    // The limit counts and is never reached.
    HOST_RATE_API: '100000000',
  })
  const host = await createHost({
    plugins: [{ plugin, version: '1.0.0', outOfTree: false, granted: ['products'] }],
    config,
  })
  const port = Number(new URL(await host.listen()).port)
  const token = sessionToken(0)
  const headers = {
    origin: 'http://bench.test',
    cookie: `host_session=${token}`,
    'x-csrf-token': csrfTokenOf(token),
    'content-type': 'application/json',
  }
  const post = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const request = new Request(`http://bench.test${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = await host.fetch(request)
    if (!answer.ok) throw new Error(`${path} was refused: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { readonly id: string }
  }
  const { id: productId } = await post('/api/products', { name: 'Editor' })
  // A generated license makes the key that signs answers.
  await post('/api/x/products/licenses', { productId })
  for (let at = 0; at < licenses; at += step) {
    const keys = Array.from({ length: Math.min(step, licenses - at) }, (_, more) => `license-${at + more}`)
    await post('/api/x/products/licenses/import', { productId, csv: ['key', ...keys].join('\n') })
  }
  return { port, close: () => host.stop() }
}
