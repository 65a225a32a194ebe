import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Edge, type EdgeService } from '@host/plugin/platform'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { askTls, certificateOf, connectTls, refusalOf } from '../../testing/tls/tls-client.ts'
import { selfSigned } from '../../testing/tls/self-signed.ts'
import { tlsHost, type TlsHost } from '../../testing/tls/tls-host.ts'
import { TlsLab } from '../../testing/tls/tls-lab.ts'

const day = 86_400_000
const unrecognized = 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME'
const acme = { HOST_TLS: 'acme', HOST_PUBLIC_URL: 'https://app.lab.test' }

/** A database with the store of one process, and hosts of others. */
async function instance(t: TestContext) {
  const product = testDatabases.find(({ dialect }) => dialect === 'postgres') ?? assert.fail('no product')
  const lab = await TlsLab.start(product)
  t.after(async () => await lab[Symbol.asyncDispose]())
  const { store } = await lab.process()
  const host = async (clock?: () => number): Promise<TlsHost> =>
    await tlsHost(t, { ...lab.environment, ...acme }, clock === undefined ? {} : { clock })
  return { store, host }
}

/** Waits for at most a second, the time in which every process has a change. */
async function soon(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 1_000
  while (performance.now() < end) {
    if (await isSo()) return
    await sleep(10)
  }
  assert.ok(await isSo(), 'not within a second')
}

function edgeOf({ host }: TlsHost): EdgeService {
  return host.lookup(Edge) ?? assert.fail('no edge')
}

suite('HTTPS with certificates of an authority', () => {
  test('a known name has a self-signed certificate until the first is issued, on every process', async (t) => {
    const { store, host } = await instance(t)
    const [one, other] = [await host(), await host()]
    const first = await certificateOf(one.port, 'app.lab.test')
    assert.deepEqual([first.names, first.issuer], ['DNS:app.lab.test', 'Self-signed certificate'])
    await store.issue('app.lab.test', selfSigned(['app.lab.test', 'issued.test']), Date.now() + 60 * day)
    for (const { port } of [one, other]) {
      await soon(async () => (await certificateOf(port, 'app.lab.test')).names.includes('issued.test'))
    }
    await store.issue('app.lab.test', selfSigned(['app.lab.test', 'renewed.test']), Date.now() + 60 * day)
    for (const { port } of [one, other]) {
      await soon(async () => (await certificateOf(port, 'app.lab.test')).names.includes('renewed.test'))
    }
  })

  test('hosts of a workspace are known once they are proved and answered, and no longer', async (t) => {
    const { host } = await instance(t)
    const [one, other] = [await host(), await host()]
    const { orgId } = await one.admin()
    const edge = edgeOf(one)
    await edge.prove(orgId, 'example.org')
    assert.equal(await refusalOf(other.port, 'go.example.org'), unrecognized)
    await edge.assign(orgId, 'go.example.org')
    await edge.assign(orgId, '*.pages.example.org')
    for (const { port } of [one, other]) {
      await soon(async () => (await refusalOf(port, 'go.example.org')) === undefined)
      assert.equal((await certificateOf(port, 'go.example.org')).names, 'DNS:go.example.org')
      assert.equal((await certificateOf(port, 'any.pages.example.org')).names, 'DNS:*.pages.example.org')
      assert.equal(await refusalOf(port, 'example.org'), unrecognized)
    }
    await edge.disprove(orgId, 'example.org')
    for (const { port } of [one, other]) {
      await soon(async () => (await refusalOf(port, 'go.example.org')) === unrecognized)
    }
  })

  test('an exact certificate wins over a wildcard, unless it has expired', async (t) => {
    const { store, host } = await instance(t)
    let now = Date.now()
    const { port, admin, ...lab } = await host(() => now)
    const edge = edgeOf({ port, admin, ...lab })
    const { orgId } = await admin()
    await edge.prove(orgId, 'example.net')
    await edge.assign(orgId, '*.example.net')
    await store.issue('*.example.net', selfSigned(['*.example.net']), now)
    await store.issue('go.example.net', selfSigned(['go.example.net'], 2), now)
    await soon(
      async () => (await certificateOf(port, 'go.example.net').catch(() => undefined))?.names === 'DNS:go.example.net',
    )
    assert.equal((await certificateOf(port, 'other.example.net')).names, 'DNS:*.example.net')
    now += 3 * day
    assert.equal((await certificateOf(port, 'go.example.net')).names, 'DNS:*.example.net')
  })

  test('a name two labels below a wildcard is refused, unless it has a wildcard or a certificate of its own', async (t) => {
    const { store, host } = await instance(t)
    const lab = await host()
    const { port } = lab
    const { orgId } = await lab.admin()
    const edge = edgeOf(lab)
    await edge.prove(orgId, 'deep.example')
    await edge.assign(orgId, '*.deep.example')
    await store.issue('*.deep.example', selfSigned(['*.deep.example']), Date.now() + day)
    await soon(async () => (await refusalOf(port, 'go.deep.example')) === undefined)
    assert.equal(await refusalOf(port, 'go.shop.deep.example'), unrecognized)
    await edge.assign(orgId, '*.shop.deep.example')
    await soon(async () => (await refusalOf(port, 'go.shop.deep.example')) === undefined)
    assert.equal((await certificateOf(port, 'go.shop.deep.example')).names, 'DNS:*.shop.deep.example')
  })

  test('unknown names and clients that state none get the alert of RFC 6066', async (t) => {
    const { host } = await instance(t)
    const { port } = await host()
    assert.equal(await refusalOf(port, undefined), unrecognized)
    for (const name of ['app.lab.test.evil.test', 'lab.test', 'x'.repeat(250), 'a.app.lab.test', 'app_lab.test']) {
      assert.equal(await refusalOf(port, name), unrecognized, name)
    }
    for (let round = 0; round < 1_000; round += 1) {
      const name = `${randomBytes(8).toString('hex')}.lab.test`
      assert.equal(await refusalOf(port, name), unrecognized)
    }
    assert.match(await askTls(await connectTls(port, 'app.lab.test'), '/healthz', 'app.lab.test'), /^HTTP\/1\.1 200/)
  })

  test('a session begins on one process and resumes on another', async (t) => {
    const { store, host } = await instance(t)
    await store.issue('app.lab.test', selfSigned(['app.lab.test']), Date.now() + day)
    const [one, other] = [await host(), await host()]
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const first = await connectTls(one.port, 'app.lab.test', { maxVersion })
      // Tickets of TLS 1.3 come after the handshake.
      const session = maxVersion === 'TLSv1.2' ? first.getSession() : ((await once(first, 'session')) as [Buffer])[0]
      first.destroy()
      const next = await connectTls(other.port, 'app.lab.test', { maxVersion, session })
      assert.equal(next.isSessionReused(), true, maxVersion)
      next.destroy()
    }
  })
})
