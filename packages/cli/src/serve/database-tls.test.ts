/** A host on a PostgreSQL server that takes only connections with TLS and a client certificate. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PostgresProcess } from '@host/host/testing/database/postgres-process'
import { queryPostgres } from '@host/host/testing/database/query-postgres'
import { TestAuthority } from '@host/host/testing/database/test-certificates'
import { Product } from './testing/product.ts'

const role = 'app'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

test('every connection of the host has TLS with its client certificate, and without one it does not start', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'host-client-tls-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [authority, other] = [new TestAuthority(folder, 'authority'), new TestAuthority(folder, 'other')]
  const [server, client] = [authority.issue('localhost'), authority.issue(role)]
  const port = await freePort()
  const postgres = await PostgresProcess.create((data) => {
    const access = join(data, 'access.conf')
    writeFileSync(access, `local all all trust\nhostssl all ${role} all cert\n`)
    const own = { cert: join(data, 'server.pem'), key: join(data, 'server.key'), ca: join(data, 'ca.pem') }
    copyFor(data, { [own.cert]: server.cert, [own.key]: server.key, [own.ca]: authority.ca })
    const tls = ['ssl=on', `ssl_cert_file=${own.cert}`, `ssl_key_file=${own.key}`, `ssl_ca_file=${own.ca}`]
    return Promise.resolve({ port, settings: ['listen_addresses=localhost', `hba_file=${access}`, ...tls] })
  })
  t.after(() => postgres.end('immediate'))
  await queryPostgres(postgres.adminUrl, `create role ${role} login`)
  await queryPostgres(postgres.adminUrl, `create database ${role} owner ${role}`)

  const files = {
    HOST_DATABASE_CA_FILE: authority.ca,
    HOST_DATABASE_CERT_FILE: client.cert,
    HOST_DATABASE_KEY_FILE: client.key,
  }
  const at = { HOST_DATABASE_URL: `postgres://${role}@localhost:${port}/${role}` }
  for (const [changed, reason] of [
    [{ HOST_DATABASE_CERT_FILE: '', HOST_DATABASE_KEY_FILE: '' }, /certificate/],
    [{ HOST_DATABASE_CA_FILE: other.ca }, /certificate/],
  ] as const) {
    const refused = await Product.start(t, { env: { ...at, ...files, ...changed } })
    assert.equal(await refused.exited, 1, refused.output)
    assert.match(refused.output, reason)
  }

  const host = await Product.start(t, { env: { ...at, ...files } })
  await host.logged('Listening')
  assert.equal((await host.ask('/readyz')).status, 200)
  const seen = await queryPostgres(
    postgres.adminUrl,
    `select ssl, client_dn from pg_stat_ssl join pg_stat_activity using (pid) where usename = '${role}'`,
  )
  assert.ok(seen.length >= 3, 'the pool, and two listeners')
  for (const row of seen) assert.deepEqual(row, { ssl: true, client_dn: `/CN=${role}` })
})

/** Copies files for the user of a folder, who alone may read them: PostgreSQL takes no other key. */
function copyFor(folder: string, files: Readonly<Record<string, string>>): void {
  const { uid, gid } = statSync(folder)
  for (const [target, source] of Object.entries(files)) {
    writeFileSync(target, readFileSync(source), { mode: 0o600 })
    chownSync(target, uid, gid)
  }
}
