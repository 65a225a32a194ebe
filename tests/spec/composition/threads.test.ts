import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bundleLoader } from '../../../packages/cli/src/build/bundle-loader.ts'
import { bundleModules } from '../../../packages/cli/src/build/bundle-module.ts'
import { bundleWorkers } from '../../../packages/cli/src/build/bundle-workers.ts'
import { openCheckout } from '../../../packages/cli/src/build/checkout.ts'
import { packProgram } from '../../../packages/cli/src/build/pack-program.ts'
import { writeExecutable } from '../../../packages/cli/src/build/write-executable.ts'
import { mainModule } from '../../../packages/cli/src/embedded/module-keys.ts'

const entry = fileURLToPath(new URL('../lab/parser-main.ts', import.meta.url))
const message = 'From: a@example.com\r\nSubject: =?utf-8?q?caf=C3=A9?=\r\n\r\nHello\r\n'

/** Builds the executable alone in a folder, without pages. */
async function build(folder: string): Promise<string> {
  const checkout = openCheckout()
  const { root, version } = checkout
  const [output, scratch] = [join(folder, 'run/host'), join(folder, 'scratch')]
  await mkdir(scratch)
  const main = await bundleLoader(root)
  const bundled = await bundleModules({ entry: mainModule }, { cwd: root, entry, roots: new Map([[root, '']]) })
  const info = JSON.stringify({ version, node: process.version, digest: 'test', plugins: [] })
  const assets = new Map<string, string | Buffer>([
    ...(await bundleWorkers(root)),
    ['build.json', info],
    ...(await packProgram(bundled)),
  ])
  await writeExecutable(checkout, { main, assets, output, scratch })
  return output
}

/** Starts it in its folder. */
async function serve(t: TestContext, executable: string) {
  const env = { HOST_LISTEN: '127.0.0.1:0', HOST_LOG_FORMAT: 'json' }
  const child = spawn(executable, ['serve'], { cwd: join(executable, '..'), env, stdio: 'pipe' })
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

test('an executable starts the thread of a plugin, which parses a message, and names sources in stacks', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'host-parser-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const { url, stop, output } = await serve(t, await build(folder))
  const answer = await fetch(`${url}/api/x/parser/messages`, { method: 'POST', body: message })
  assert.deepEqual([answer.status, await answer.json()], [200, { parse: 'complete', subject: 'café', text: 'Hello\n' }])
  assert.equal((await fetch(`${url}/api/x/parser/faults`)).status, 500)
  assert.equal(await stop(), 0, output())
  assert.match(output(), /tests\/spec\/lab\/parser-main\.ts:\d+:\d+/)
  assert.equal(output().match(/Fault in/g)?.length, 1, output())
})
