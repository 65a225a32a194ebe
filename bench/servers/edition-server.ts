/** The product's own plugins, and one whose public route reads any JSON by hand. */
import { createHost, readConfig } from '../../packages/host/src/index.ts'
import { definePlugin, json } from '../../packages/plugin/src/index.ts'
import { inTree } from '../../apps/server/src/edition.ts'
import { serveParent, type RunningServer } from '../process/serve-parent.ts'

/** Options of a measured edition. */
export interface EditionServerOptions {
  /** The SQLite file. */
  readonly file: string
}

const byHand = definePlugin({
  name: 'by-hand',
  info: { title: 'By hand', description: 'Reads any JSON', icon: 'gauge', category: 'Bench', api: '^1' },
  models: [],
  mount(mux) {
    mux.handle('POST /api/x/by-hand/json', async ({ request }) => json({ kind: typeof (await request.json()) }))
  },
})

await serveParent(start)

async function start({ file }: EditionServerOptions): Promise<RunningServer> {
  const config = readConfig({
    HOST_DATABASE_URL: file,
    HOST_LISTEN: '127.0.0.1:0',
    HOST_LOG_LEVEL: 'error',
    HOST_ACCESS_LOG: 'off',
    HOST_RATE_API: '0',
    HOST_TRUST_PROXY: '127.0.0.1',
  })
  const plugins = [...inTree, { plugin: byHand }].map((entry) => ({ ...entry, version: '1.0.0', outOfTree: false }))
  const host = await createHost({ plugins, config, announce: () => undefined })
  return { port: Number(new URL(await host.listen()).port), close: () => host.stop() }
}
