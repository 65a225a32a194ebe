/** The gallery of components, on a development server of its own. */
import { glob, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { importVite } from '../../../packages/cli/src/build/import-vite.ts'
import { freePort } from '../../../packages/cli/src/dev/free-port.ts'
import { hostWeb } from '../../../packages/plugin-sdk/src/vite/index.ts'
import { checkout } from './composed.ts'

/** A running gallery. */
export interface RunningGallery extends AsyncDisposable {
  readonly url: string
  /** The components that have a story. */
  readonly components: readonly string[]
}

/** Starts a server of the gallery, with no plugin beside it; it follows no changes. */
export async function startGallery(): Promise<RunningGallery> {
  await using stack = new AsyncDisposableStack()
  const cacheDir = await mkdtemp(join(tmpdir(), 'host-gallery-'))
  stack.defer(() => rm(cacheDir, { recursive: true, force: true }))
  const app = join(checkout, 'apps/web')
  const port = await freePort()
  const server = await (
    await importVite(app)
  ).createServer({
    root: app,
    configFile: false,
    resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
    plugins: [hostWeb()],
    logLevel: 'error',
    cacheDir,
    server: { host: '127.0.0.1', port, strictPort: true, hmr: false, watch: null },
  })
  stack.defer(() => server.close())
  await server.listen()
  const running = stack.move()
  return {
    url: `http://127.0.0.1:${port}`,
    components: await storied(),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

async function storied(): Promise<readonly string[]> {
  const files = await Array.fromAsync(glob('packages/plugin-sdk/src/**/*.story.tsx', { cwd: checkout }))
  return files.map((file) => basename(file, '.story.tsx')).toSorted()
}
