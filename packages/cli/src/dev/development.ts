/**
 * `make dev`: the checkout as it is written. The host runs from its sources and starts again when one changes; Vite
 * serves the pages, follows theirs, and passes everything else on to the host. One watcher serves both.
 */
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Checkout } from '../build/checkout.ts'
import { importVite, type ViteServer } from '../build/import-vite.ts'
import { completePublicPages } from './complete-public-pages.ts'
import { followTypes } from './follow-types.ts'
import { freePort } from './free-port.ts'
import type { HeldPort } from './held-port.ts'
import { holdRequests, passedPaths } from './hold-requests.ts'
import { runHost, type HostProcess, type HostProcessOptions } from './host-process.ts'
import { openOutOfTree, type OutOfTree } from './out-of-tree.ts'
import { placeName, type PluginPlace } from './plugin-place.ts'
import type { ProcessFault } from './read-fault.ts'
import { isServerSource } from './server-sources.ts'

/** The developed checkout or plugin, with the place of its pages. */
export interface DevelopmentOptions {
  readonly checkout: Checkout
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly port: HeldPort
  /** Where the development of one plugin keeps its own; a checkout keeps it where a host does. */
  readonly place?: Pick<PluginPlace, 'data' | 'cache'> | undefined
  /** Called whenever the server is ready. */
  readonly onServing?: () => void
}

/** Long enough for an editor that writes a file in two steps. */
const calmMilliseconds = 30
const contract = /^@host\/(?:plugin|client)(?:\/|$)/

/**
 * Serves the sources until it is disposed of.
 * @throws BuildFailure with the problems in HOST_PLUGINS
 */
export async function develop(options: DevelopmentOptions): Promise<AsyncDisposable> {
  const { checkout, env, cwd, port, place } = options
  await using stack = new AsyncDisposableStack()
  const outOfTree = await openOutOfTree(env['HOST_PLUGINS'], cwd)
  stack.defer(outOfTree.remove)
  process.env['HOST_COMPOSED'] = outOfTree.composed
  const [hostPort, ready] = [await freePort(), Promise.withResolvers<ViteServer>()]
  const tellTime = timeOfStarts()
  const types = stack.use(
    followTypes({
      folders: outOfTree.folders,
      node: checkout.node,
      show: (fault) => void ready.promise.then((pages) => showFault(pages, 'types', fault)),
      write: (text) => void process.stdout.write(`[dev] ${text}\n`),
    }),
  )
  const host = runHost({
    ...hostCommand(checkout, outOfTree, { ...env, ...addresses(env, port.number, hostPort) }),
    cwd: place?.data ?? cwd,
    folders: outOfTree.folders,
    port: hostPort,
    onStart: tellTime.begin,
    onSettled(ended) {
      const fault = ended ?? outOfTree.refusal()
      tellTime.end(fault)
      if (fault === undefined) options.onServing?.()
      if (fault === undefined) types.begin()
      if (fault?.hint !== undefined) process.stdout.write(`[dev] ${fault.hint}\n`)
      void ready.promise.then((pages) => tellPages(pages, fault))
    },
    onFault: (fault) => void ready.promise.then((pages) => showFault(pages, 'plugin', fault)),
  })
  const pages = await openPages(checkout.root, {
    port: port.number,
    hostPort,
    host,
    place,
    followed: outOfTree.folders,
    onChange: types.changed,
  })
  stack.defer(() => pages.close())
  stack.defer(host.stop)
  ready.resolve(pages)
  await port.release()
  await pages.listen()
  if (place === undefined) pages.printUrls()
  const opened = stack.move()
  return { [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

function addresses(env: NodeJS.ProcessEnv, port: number, hostPort: number): NodeJS.ProcessEnv {
  return {
    HOST_LOG_FORMAT: env['HOST_LOG_FORMAT'] ?? 'text',
    HOST_LISTEN: `127.0.0.1:${hostPort}`,
    HOST_PUBLIC_URL: env['HOST_PUBLIC_URL'] ?? `http://localhost:${port}`,
  }
}

function hostCommand(
  { root, node, cache }: Checkout,
  { generated, folders, homes }: OutOfTree,
  env: NodeJS.ProcessEnv,
): Pick<HostProcessOptions, 'command' | 'args' | 'env'> {
  const preload = ['replace-out-of-tree.ts', 'report-faults.ts', 'end-with-parent.ts'].flatMap((file) => [
    '--import',
    join(import.meta.dirname, file),
  ])
  return {
    command: node,
    args: ['--conditions=source', ...preload, join(root, 'apps/server/src/main.ts'), 'serve'],
    env: {
      NODE_COMPILE_CACHE: join(cache, 'compiled'),
      ...env,
      HOST_DEV_PLUGINS: generated,
      HOST_DEV_FOLDERS: JSON.stringify(folders),
      HOST_DEV_HOMES: JSON.stringify({ ...inTreeHomes(root), ...homes }),
    },
  }
}

function inTreeHomes(root: string): Readonly<Record<string, string>> {
  const folder = join(root, 'plugins')
  return Object.fromEntries(readdirSync(folder).map((name) => [name, join(folder, name)]))
}

/** Says how long each start took, which is how long an author waits. */
function timeOfStarts(): { readonly begin: () => void; readonly end: (fault: object | undefined) => void } {
  let begun = performance.now()
  return {
    begin: () => void (begun = performance.now()),
    end(fault) {
      if (fault !== undefined) return
      process.stdout.write(`[dev] Server ready in ${Math.round(performance.now() - begun)} ms.\n`)
    },
  }
}

interface PagesOptions {
  readonly place: DevelopmentOptions['place']
  readonly port: number
  readonly hostPort: number
  readonly host: HostProcess
  /** Folders of plugins outside the checkout. */
  readonly followed: readonly string[]
  readonly onChange: (file: string) => void
}

async function openPages(root: string, options: PagesOptions): Promise<ViteServer> {
  const { port, hostPort, host, place, followed, onChange } = options
  const app = join(root, 'apps/web')
  const { createServer: createPages } = await importVite(app)
  const passed = passedPaths.map((path) => [path, `http://127.0.0.1:${hostPort}`] as const)
  // Vite starts again with another watcher when its configuration changes, and asks its plugins again.
  const server = {
    name: 'host-server',
    enforce: 'pre',
    configureServer(pages: ViteServer) {
      const { middlewares, watcher } = pages
      middlewares.use(holdRequests(host))
      middlewares.use(completePublicPages(pages, `http://127.0.0.1:${hostPort}`))
      followServer(watcher, host, [root, ...followed])
      watcher.on('all', (_event, file) => onChange(file))
    },
    resolveId: sharedPackages(root, followed),
  }
  return createPages({
    root: app,
    configLoader: 'native',
    plugins: [server],
    ...(place === undefined ? {} : { cacheDir: place.cache }),
    server: {
      port,
      strictPort: true,
      proxy: Object.fromEntries(passed),
      ...(place === undefined ? {} : serverOf(place)),
    },
  })
}

/** Both halves of a plugin use the checkout's contract, as in a composed executable, whatever is installed for them. */
function sharedPackages(root: string, followed: readonly string[]): object {
  const from = join(root, 'packages/plugin-sdk/src/index.ts')
  return {
    order: 'pre',
    async handler(this: Resolving, source: string, importer = ''): Promise<unknown> {
      const isForeign = followed.some((folder) => importer.startsWith(folder + sep))
      return isForeign && contract.test(source) ? this.resolve(source, from, { skipSelf: true }) : null
    },
  }
}

interface Resolving {
  resolve(source: string, importer: string, options: { readonly skipSelf: boolean }): Promise<unknown>
}

/** Accepts calls of this machine only, and serves none of the host's data files. */
function serverOf({ data, cache }: Pick<PluginPlace, 'data' | 'cache'>): Readonly<Record<string, unknown>> {
  return {
    host: '127.0.0.1',
    fs: { allow: [cache], deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', `${data}/**`] },
    watch: { ignored: [`**/${placeName}/**`] },
  }
}

/** Shows in the pages why the server does not run; once it does, they fetch their data again. */
function tellPages(pages: ViteServer, fault: ProcessFault | undefined): void {
  showFault(pages, 'plugin', undefined)
  showFault(pages, 'server', fault)
  if (fault === undefined) pages.ws.send({ type: 'custom', event: 'host:server' })
}

/** Shows a fault of a source in the pages, until the source has none. */
function showFault({ config }: ViteServer, source: string, fault: ProcessFault | undefined): void {
  const { api } = config.plugins.find(({ name }) => name === 'host-web') ?? {}
  api?.faults()?.show(source, fault)
}

function followServer(
  watcher: ViteServer['watcher'],
  host: HostProcess,
  [root = '', ...outOfTree]: readonly string[],
): void {
  const folders = ['packages', 'plugins', 'apps/server'].map((folder) => join(root, folder))
  watcher.add([...folders, ...outOfTree])
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', (event, file) => {
    if (event.endsWith('Dir')) return
    const home = [...outOfTree, root].find((folder) => file.startsWith(folder + sep))
    if (home === undefined || file.startsWith(join(root, 'apps/web') + sep)) return
    if (!isServerSource(relative(home, file))) return
    clearTimeout(timer)
    timer = setTimeout(host.restart, calmMilliseconds)
  })
}
