/**
 * `make dev` on a copy of the checkout, whose files may be changed safely. The copy contains committed files, so an
 * editor at work in the checkout changes nothing; uncommitted files are not tested.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../../packages/cli/src/dev/free-port.ts'
import { checkout } from './composed.ts'

const execute = promisify(execFile)
const patience = 60_000
const copied = ['packages', 'plugins', 'apps', 'examples', 'package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml']

/** A development server over a checkout of its own, with the example as an out-of-tree plugin. */
export interface Development extends AsyncDisposable {
  readonly url: string
  readonly root: string
  /** Output until now. */
  readonly output: () => string
  /** Changes a file by a function of its text, as an editor saves it. */
  readonly edit: (file: string, change: (text: string) => string) => Promise<void>
}

/** Copies the checkout and serves the copy as `make dev` does. */
export async function startDevelopment(): Promise<Development> {
  await using stack = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'host-development-'))
  stack.defer(() => rm(root, { recursive: true, force: true }))
  await copyCheckout(root)
  const [port, hello] = [await freePort(), join(root, 'examples/hello')]
  const child = spawn(process.execPath, ['--conditions=source', join(root, 'packages/cli/src/dev/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: root,
      HOST_DEV_PORT: String(port),
      HOST_DATABASE_URL: join(root, 'data/host.db'),
      HOST_RATE_SIGN_IN: '0',
      HOST_OVERLOAD_LIMIT: '0',
      HOST_PLUGINS: JSON.stringify([{ server: hello, npm: join(hello, 'web') }]),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (written += text))
  }
  stack.defer(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'close')
  })
  const url = `http://localhost:${port}`
  await waitUntil(
    `the server of ${root}`,
    () => written,
    async () => (await fetch(`${url}/readyz`)).ok,
  )
  const opened = stack.move()
  return {
    url,
    root,
    output: () => written,
    async edit(file, change) {
      const path = join(root, file)
      await writeFile(path, change(await readFile(path, 'utf8')))
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Installed packages are linked, never copied; workspace links lead into the copy. */
async function copyCheckout(root: string): Promise<void> {
  const archive = join(root, 'committed.tar')
  await execute('git', ['-C', checkout, 'archive', '--output', archive, 'HEAD', ...copied])
  await execute('tar', ['-xf', archive, '-C', root])
  await rm(archive)
  for await (const manifest of glob('{packages,plugins,apps,examples}/**/package.json', {
    cwd: root,
    exclude: (path) => basename(path) === 'node_modules',
  })) {
    const folder = join(manifest, '..', 'node_modules')
    if (existsSync(join(checkout, folder))) await linkInstalled(folder, root)
  }
  await symlink(join(checkout, 'node_modules'), join(root, 'node_modules'))
}

async function linkInstalled(folder: string, root: string): Promise<void> {
  await cp(join(checkout, folder), join(root, folder), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !basename(path).startsWith('.vite'),
  })
}

async function waitUntil(what: string, output: () => string, isThere: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patience
  while (!(await isThere().catch(() => false))) {
    if (Date.now() > end) throw new Error(`Nothing came of ${what} within ${patience / 1000} s:\n${output()}`)
    await sleep(50)
  }
}
