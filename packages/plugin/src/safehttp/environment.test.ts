import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { certify, hostile, startHostileLab, startListener, type HostileLab } from '@host/testing/hostile-lab'
import type { Outcomes, Questions } from './testing/asking-process.ts'

const askingProcess = fileURLToPath(import.meta.resolve('./testing/asking-process.ts'))

async function ask(questions: Questions, env: Readonly<Record<string, string>>): Promise<Outcomes> {
  const conditions = process.execArgv.filter((flag) => flag.startsWith('--conditions'))
  const child = [...conditions, askingProcess, JSON.stringify(questions)]
  const { stdout } = await promisify(execFile)(process.execPath, child, { env })
  return JSON.parse(stdout) as Outcomes
}

/** A server whose certificate is made for `good.example`, by an authority that only this test knows. */
async function serveTls(
  t: TestContext,
  lab: HostileLab,
): Promise<{ readonly port: number; readonly authority: string }> {
  const authority = certify('Laboratory')
  const { cert, key } = certify('good.example', authority)
  const pem = key.export({ type: 'pkcs8', format: 'pem' })
  const server = createServer({ cert, key: pem }, (_request, response) => {
    response.writeHead(302, { location: lab.site.url('/', 'good.example') }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  for (const name of ['good.example', 'wrong.example']) lab.names.set(name, ['127.0.0.1'])
  const folder = await mkdtemp(join(tmpdir(), 'authority-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'authority.pem'), authority.cert)
  return { port: (server.address() as AddressInfo).port, authority: join(folder, 'authority.pem') }
}

test('a certificate must be trusted and issued for the name, for any environment', async (t) => {
  await using lab = await startHostileLab()
  const { port, authority } = await serveTls(t, lab)
  const trusting = { NODE_EXTRA_CA_CERTS: authority }
  const questions: Questions = {
    allow: `127.0.0.1:${port}`,
    nameServer: lab.names.address,
    urls: [`https://good.example:${port}/`, `https://wrong.example:${port}/`, `https://127.0.0.1:${port}/`],
  }
  const careless = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const trusted = ['redirect_not_allowed', 'not_trusted', 'not_trusted']
  assert.deepEqual((await ask(questions, trusting)).answers, trusted, 'https never goes on as http')
  assert.deepEqual((await ask(questions, { ...trusting, ...careless })).answers, trusted)
  for (const env of [{}, careless]) {
    assert.deepEqual((await ask(questions, env)).answers, ['not_trusted', 'not_trusted', 'not_trusted'])
  }
})

test('proxies of the environment are not asked', async (t) => {
  await using lab = await startHostileLab()
  const proxy = await startListener('127.0.0.1')
  t.after(() => proxy.close())
  const url = `http://127.0.0.1:${proxy.port}`
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  const env = { ...Object.fromEntries(names.map((name) => [name, url])), NODE_USE_ENV_PROXY: '1' }
  const urls = [lab.site.at('/', hostile.text('hello')), 'https://unknown.example/']
  const allow = `${lab.site.address}:${lab.site.port}`
  const { answers } = await ask({ allow, nameServer: lab.names.address, urls }, env)
  assert.deepEqual(answers, ['hello', 'name_not_found'])
  assert.equal(proxy.connections, 0)
})

test('a client that is never used loads nothing, and one that is leaves the fetch of the platform alone', async () => {
  await using lab = await startHostileLab()
  const urls = [lab.site.at('/', hostile.text('hello'))]
  const allow = `${lab.site.address}:${lab.site.port}`
  const { answers, loaded, isGlobalAgentSet } = await ask({ allow, nameServer: lab.names.address, urls }, {})
  assert.deepEqual(answers, ['hello'])
  assert.equal(loaded[0], 0)
  assert.ok(loaded[1] > 0)
  assert.equal(isGlobalAgentSet, false)
})
