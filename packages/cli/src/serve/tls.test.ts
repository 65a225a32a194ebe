import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { request } from 'node:https'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { selfSigned } from '@host/host/testing/tls/self-signed'
import { certificateFiles } from '@host/host/testing/tls/tls-host'
import { connectTls } from '@host/host/testing/tls/tls-client'
import { Product } from './testing/product.ts'

const run = promisify(execFile)

async function start(t: TestContext, typed: readonly string[]) {
  const { environment, paths } = await certificateFiles(t, selfSigned(['app.lab.test']))
  const product = await Product.start(t, { typed, env: { HOST_TLS_LISTEN: '127.0.0.1:0', ...environment } })
  const { url } = await product.logged('Serving HTTPS')
  return { product, paths, port: Number(new URL(String(url)).port) }
}

/** The body of an answer over a connection of its own. */
async function ask(port: number, path: string): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const options = { port, path, host: '127.0.0.1', servername: 'app.lab.test', rejectUnauthorized: false }
    const asked = request({ ...options, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve(JSON.parse(text)))
    })
    asked.on('error', reject).end()
  })
}

test('each of two workers serves HTTPS, and a stop lets its requests end', async (t) => {
  const { product, port } = await start(t, ['--workers', '2'])
  const workers = await product.workers(2)
  assert.equal(product.lines().filter(({ msg }) => msg === 'Serving HTTPS').length, 1)
  const seen = new Set<unknown>()
  const waiting = Array.from({ length: 6 }, () => connectTls(port, 'app.lab.test'))
  await Promise.all(waiting)
  for (let asked = 0; asked < 8; asked += 1) {
    const { pid } = (await ask(port, '/api/x/rude/pid')) as { readonly pid: number }
    seen.add(pid)
  }
  assert.deepEqual([...seen].toSorted(), [...workers].toSorted())
  const slow = ask(port, '/api/x/rude/slow')
  await ask(port, '/api/x/rude/pid')
  product.kill('SIGTERM')
  assert.deepEqual(await slow, { waited: true })
  assert.equal(await product.exited, 0)
})

test('curl and openssl speak to one process, and trust what they are given', async (t) => {
  const { product, paths, port } = await start(t, [])
  const address = `https://app.lab.test:${port}/healthz`
  const { stdout } = await run('curl', [
    '-sS',
    '--cacert',
    paths.cert,
    '--resolve',
    `app.lab.test:${port}:127.0.0.1`,
    address,
  ])
  assert.equal(stdout, '{"status":"alive"}')
  const asked = [
    's_client',
    '-connect',
    `127.0.0.1:${port}`,
    '-servername',
    'app.lab.test',
    '-brief',
    '-CAfile',
    paths.cert,
  ]
  const client = run('openssl', asked)
  client.child.stdin?.end()
  assert.match((await client).stderr, /Verification: OK/)
  product.kill('SIGTERM')
  assert.equal(await product.exited, 0)
})
