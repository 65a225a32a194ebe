import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bundleLoader } from '../../../packages/cli/src/build/bundle-loader.ts'
import { bundleProgram } from '../../../packages/cli/src/build/bundle-server.ts'
import { bundleWorkers } from '../../../packages/cli/src/build/bundle-workers.ts'
import { openCheckout } from '../../../packages/cli/src/build/checkout.ts'
import { packProgram } from '../../../packages/cli/src/build/pack-program.ts'
import { writeExecutable } from '../../../packages/cli/src/build/write-executable.ts'

const entry = fileURLToPath(new URL('../lab/parser-main.ts', import.meta.url))
/** Upper time limit: reached only by an executable that never listens. */
const patience = 60_000
const message = 'From: a@example.com\r\nSubject: =?utf-8?q?caf=C3=A9?=\r\n\r\nHello\r\n'

interface Launch {
  /** The words after `host serve`. */
  readonly typed?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Builds the executable alone in a folder, without pages. */
async function build(folder: string): Promise<string> {
  const checkout = openCheckout()
  const { root, version } = checkout
  const [output, scratch] = [join(folder, 'host'), join(folder, 'scratch')]
  await mkdir(scratch)
  const main = await bundleLoader(root)
  const bundled = await bundleProgram({ cwd: root, entry, roots: new Map([[root, '']]) })
  const info = JSON.stringify({ version, node: process.version, digest: 'test', plugins: [] })
  const assets = new Map<string, string | Buffer>([
    ...(await bundleWorkers(root)),
    ['build.json', info],
    ...(await packProgram(bundled, checkout.results)),
  ])
  await writeExecutable(checkout, { main, assets, output, scratch })
  return output
}

/** Starts it in a folder of its own. */
async function serve(t: TestContext, executable: string, { typed = [], env = {} }: Launch = {}) {
  const cwd = await mkdtemp(join(tmpdir(), 'host-parser-data-'))
  const child = spawn(executable, ['serve', ...typed], {
    cwd,
    env: { HOST_LISTEN: '127.0.0.1:0', HOST_LOG_FORMAT: 'json', ...env },
    stdio: 'pipe',
    timeout: patience,
  })
  t.after(() => rm(cwd, { recursive: true, force: true }))
  t.after(() => child.kill('SIGKILL'))
  const closed = once(child, 'close')
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)
      if (found !== null) resolve(found[0])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void closed.then(() => reject(new Error(`It ended before it listened:\n${output}`)))
  })
  const stop = async (): Promise<unknown> => {
    child.kill('SIGTERM')
    const [code] = await closed
    return code
  }
  return { url, stop, output: () => output }
}

async function parsed(url: string): Promise<unknown[]> {
  const answer = await fetch(`${url}/api/x/parser/messages`, { method: 'POST', body: message })
  return [answer.status, await answer.json()]
}

const whole = [200, { parse: 'complete', subject: 'café', text: 'Hello\n' }]
const folder = await mkdtemp(join(tmpdir(), 'host-parser-'))
after(() => rm(folder, { recursive: true, force: true }))
const executable = await build(folder)

test('an executable starts the thread of a plugin, which parses a message, and names sources in stacks', async (t) => {
  const { url, stop, output } = await serve(t, executable)
  assert.deepEqual(await parsed(url), whole)
  assert.equal((await fetch(`${url}/api/x/parser/faults`)).status, 500)
  assert.equal(await stop(), 0, output())
  assert.match(output(), /tests\/spec\/lab\/parser-main\.ts:\d+:\d+/)
  assert.equal(output().match(/Fault in/g)?.length, 1, output())
})

test('an executable serves with several workers', async (t) => {
  const { url, stop, output } = await serve(t, executable, { typed: ['--workers', '2'] })
  assert.deepEqual(await parsed(url), whole)
  assert.equal(await stop(), 0, output())
})

test('a module that fails to load ends an executable with its error, without the text of the module', async () => {
  const child = spawn(executable, ['version'], { env: { SPEC_FAILS: '1' }, stdio: 'pipe', timeout: patience })
  const [error, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  assert.equal(code, 1)
  assert.match(error, /^Error: The module failed to load\.\n {4}at server\.cjs:\d+:\d+\n/)
})

test('variables of Node give an executable no code', async (t) => {
  const compiled = join(folder, 'compiled')
  const env = { NODE_OPTIONS: '--import=data:text/javascript,console.log("planted")', NODE_COMPILE_CACHE: compiled }
  const { url, stop, output } = await serve(t, executable, { env })
  assert.deepEqual(await parsed(url), whole)
  assert.equal(await stop(), 0, output())
  assert.doesNotMatch(output(), /planted/)
  const files = existsSync(compiled) ? await readdir(compiled, { recursive: true, withFileTypes: true }) : []
  assert.deepEqual(
    files.filter((file) => file.isFile()),
    [],
  )
})
