import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { connect } from 'node:tls'
import { missingPebble, Pebble } from '@host/acme/testing'
import { hostTables } from '../../../testing/database/host-tables.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { labHost, type LabHost } from '../../../testing/lab-host.ts'
import { until } from '../../../testing/until.ts'
import { newSecretKey } from '../../security/encryption/secret-key.ts'

const skip = missingPebble()
const host = 'app.example'

suite('a host with HOST_TLS=acme', { skip }, () => {
  for (const challenge of ['http-01', 'tls-alpn-01']) {
    test(`serves a certificate of the authority by ${challenge} soon after its start`, async (t) => {
      const ports = { http: await freePort(), tls: await freePort() }
      const { environment } = await startAuthority(t, ports)
      const lab = await labHost(t, [], {
        environment: {
          ...environment,
          HOST_LISTEN: `127.0.0.1:${ports.http}`,
          HOST_TLS_LISTEN: `127.0.0.1:${ports.tls}`,
          HOST_ACME_CHALLENGE: challenge,
        },
      })
      await lab.host.listen()
      assert.match(await issuerOf(ports.tls), /Self-signed|Pebble/)
      await until(async () => (await issuerOf(ports.tls)).includes('Pebble'))
      const audited = lab.log.filter(({ message }) => message === 'A certificate was issued')
      assert.deepEqual(
        audited.map(({ host: name }) => name),
        [host],
      )
    })
  }

  test('orders on one process for three, and all of them serve it', async (t) => {
    const postgres = testDatabases[1]
    assert.ok(postgres)
    await using fresh = await postgres.create(hostTables)
    const ports = { http: await freePort(), tls: await freePort() }
    const { environment } = await startAuthority(t, ports)
    const shared = { ...environment, HOST_DATABASE_URL: fresh.url, HOST_SECRET_KEY: newSecretKey() }
    const places = [`127.0.0.1:${ports.http}`, '127.0.0.1:0', '127.0.0.1:0']
    const labs: LabHost[] = []
    for (const [at, place] of places.entries()) {
      const secure = at === 0 ? `127.0.0.1:${ports.tls}` : place
      const lab = await labHost(t, [], { environment: { ...shared, HOST_LISTEN: place, HOST_TLS_LISTEN: secure } })
      await lab.host.listen()
      labs.push(lab)
    }
    for (const { host: each } of labs) {
      const port = Number(new URL(each.secureUrl ?? '').port)
      await until(async () => (await issuerOf(port)).includes('Pebble'))
    }
    const database = await fresh.open({ isExclusive: false })
    const read = { sql: 'select host from host_acme_orders', parameters: [], writes: false, tenant: undefined }
    assert.deepEqual((await database.run(read)).rows, [{ host }])
  })
})

async function startAuthority(t: TestContext, ports: { readonly http: number; readonly tls: number }) {
  const pebble = await Pebble.start({ httpPort: ports.http, tlsPort: ports.tls })
  const folder = await mkdtemp(join(tmpdir(), 'host-acme-'))
  t.after(async () => {
    await pebble[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  const roots = join(folder, 'roots.pem')
  await writeFile(roots, pebble.roots)
  const environment = {
    HOST_TLS: 'acme',
    HOST_PUBLIC_URL: `https://${host}`,
    HOST_ACME_DIRECTORY: pebble.directoryUrl,
    HOST_ACME_ROOTS: roots,
    HOST_DNS_RESOLVERS: `127.0.0.1:${pebble.names.port}`,
  }
  return { environment }
}

/** Common name of the issuer of the certificate that a port serves. */
async function issuerOf(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', servername: host, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect')
    return String(socket.getPeerCertificate().issuer.CN)
  } finally {
    socket.destroy()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
