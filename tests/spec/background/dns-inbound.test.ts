import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { definePlugin, type AnyPlugin } from '@host/plugin'
import { DnsInbound, type DnsAnswerer } from '@host/plugin/platform'
import { labHost } from '@host/host/testing/lab-host'
import { notesInfo } from '@host/host/testing/notes-plugin'
import { until } from '@host/host/testing/until'
import { askServer, readTsigKey } from '../../../packages/dns/src/index.ts'
import { signedUpdate } from '../../../packages/dns/src/testing/signed-update.ts'
import { BootError } from '../../../packages/host/src/support/boot-error.ts'
import { clusterKinds, startCluster } from '../lab/cluster.ts'
import { runSql } from '../lab/run-sql.ts'
import type { Visitor } from '../lab/visitor.ts'

const listening = { HOST_DNS_LISTEN: '127.0.0.1:5353', HOST_DNS_NAMES: 'ns1.lab.test,NS2.lab.test' }

/** A plugin that answers DNS, and what the host told it. */
function answering(told: unknown[], server: Partial<DnsAnswerer> = {}, name = 'names'): AnyPlugin {
  const whole: DnsAnswerer = {
    listen: (options) => Promise.resolve(void told.push(options)).then(() => options.port),
    stop: (deadline) => Promise.resolve(void told.push(typeof deadline)),
    ...server,
  }
  return definePlugin({
    name,
    info: notesInfo,
    models: [],
    mount(_mux, ctx) {
      const inbound = ctx.lookup(DnsInbound)
      if (inbound !== undefined) told.push(inbound.names)
      inbound?.answer(whole)
    },
  })
}

suite('answering DNS beside requests', () => {
  test('a plugin listens with the host, and stops with it', async (context) => {
    const told: unknown[] = []
    const { host } = await labHost(context, [answering(told)], { environment: listening })
    await host.listen()
    assert.deepEqual(told, [['ns1.lab.test', 'ns2.lab.test'], { host: '127.0.0.1', port: 5353 }])
    await host.stop()
    assert.deepEqual(told.slice(2), ['number'])
  })

  test('without the variable nothing is provided, and nothing listens', async (context) => {
    const told: unknown[] = []
    const { host } = await labHost(context, [answering(told)])
    await host.listen()
    await host.stop()
    assert.deepEqual(told, [])
  })

  test('an address that is taken and a server without a name refuse the start, naming the variable', async (context) => {
    const taken = { listen: () => Promise.reject(new Error('bind EADDRINUSE')) }
    const { host } = await labHost(context, [answering([], taken)], { environment: listening })
    await assert.rejects(
      host.listen(),
      (error) =>
        error instanceof BootError &&
        /can't answer DNS on "127\.0\.0\.1:5353": .*EADDRINUSE.*; otherwise set HOST_DNS_LISTEN to another/.test(
          error.message,
        ),
    )
    const nameless = labHost(context, [answering([])], { environment: { HOST_DNS_LISTEN: ':53' } })
    await assert.rejects(nameless, /HOST_DNS_NAMES: it is missing; set it together with HOST_DNS_LISTEN/)
  })

  test('one plugin of a build answers, and a build without one says so', async (context) => {
    const both = [answering([]), answering([], {}, 'second')]
    await assert.rejects(labHost(context, both, { environment: listening }), /"second" can't answer DNS.*"names" does/)
    const { host, log } = await labHost(context, [], { environment: listening })
    await host.listen()
    assert.ok(log.some(({ message }) => message.startsWith('HOST_DNS_LISTEN is set, but no plugin')))
  })
})

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

const zone = 'acme.example'

async function answerOf(port: number, name: string, type = 'A'): Promise<readonly string[]> {
  const options = { address: '127.0.0.1', port, protocol: 'tcp', isAllowedAddress: () => true } as const
  return (await askServer({ ...options, question: { name: `${name}.`, type } })).answers.map(({ data }) => data)
}

/** An update that one process applied is refused by the others, and so is every update once its key is removed. */
async function checkKeys(ada: Visitor, zoneId: string, ports: readonly number[]): Promise<void> {
  const path = `/api/x/domains/zones/${zoneId}/keys`
  const wanted = { label: 'Router', names: ['home'], types: ['A'], mayTransfer: false }
  const { body } = await ada.post<{ key: { id: string; name: string; algorithm: string }; secret: string }>(
    path,
    wanted,
  )
  const key = readTsigKey({ ...body.key, secret: body.secret })
  let count = 0
  const update = () => {
    count += 1
    return signedUpdate(`${zone}.`, key, { name: `home.${zone}.`, type: 'A', ttl: 60, data: `192.0.2.${count}` })
  }
  for (const port of ports) await until(async () => (await update()(port)) === 'NOERROR')
  const sent = update()
  const answers: string[] = []
  for (const port of ports) answers.push(await sent(port))
  assert.deepEqual(answers, ['NOERROR', 'clock'], 'a replay')
  assert.equal((await ada.send('DELETE', `${path}/${body.key.id}`)).status, 204)
  assert.deepEqual(await Promise.all(ports.map((port) => update()(port))), ['bad_key', 'bad_key'])
}

const postgres = clusterKinds.filter(({ dialect }) => dialect === 'postgres').map((kind) => ({ ...kind, size: 1 }))

suite('zones of several processes', () => {
  for (const kind of postgres) {
    test('a change is answered by every process, and by those that are left after a kill', async () => {
      const ports = [await freePort(), await freePort()]
      const environments = ports.map((port) => ({
        HOST_DNS_LISTEN: `127.0.0.1:${port}`,
        HOST_DNS_NAMES: 'ns1.lab.test',
      }))
      await using cluster = await startCluster(kind, { env: environments[0] ?? {} })
      await cluster.start(1, { env: environments[1] ?? {} })
      const ada = cluster.people.ada
      const { workspace } = (await ada.get<{ workspace: { id: string } }>('/api/auth/me')).body
      await runSql(
        cluster.database,
        `INSERT INTO domains_domains (id, org_id, name, shown_name, state, urgency, challenge, attempts, created_by, created_at)
         VALUES ('dom_1', '${workspace.id}', '${zone}', '${zone}', 'verified', 1, 'abc', 0, 'usr_1', '2026-01-01T00:00:00.000Z')`,
      )
      const account = await ada.post<{ id: string }>('/api/x/domains/accounts', {
        provider: 'builtin',
        label: 'Here',
        settings: {},
      })
      const added = await ada.post<{ id: string }>('/api/x/domains/zones', { accountId: account.body.id, name: zone })
      assert.equal(added.status, 201, JSON.stringify(added.body))
      const change = async (data: string): Promise<void> => {
        const set = [{ name: 'www', type: 'A', ttl: 60, data: [data] }]
        const plan = await ada.post<{ changeset: { id: string; hash: string } }>(
          `/api/x/domains/zones/${added.body.id}/plan`,
          { set },
        )
        const { id, hash } = plan.body.changeset
        const applied = await ada.post(`/api/changesets/${id}/apply`, { hash, confirmations: [] })
        assert.ok(applied.status < 300, JSON.stringify(applied.body))
      }
      const areServed = (data: string, of = ports) =>
        until(
          async () =>
            (await Promise.all(of.map((port) => answerOf(port, `www.${zone}`)))).join() === of.map(() => data).join(),
        )
      await change('192.0.2.1')
      await areServed('192.0.2.1')
      await checkKeys(ada, added.body.id, ports)
      await cluster.hosts[1]?.kill()
      await change('192.0.2.2')
      await areServed('192.0.2.2', ports.slice(0, 1))
      await cluster.start(1, { env: environments[1] ?? {} })
      await areServed('192.0.2.2')
      const restoredAt = new Date(Date.now() + 86_400_000).toISOString()
      for (const host of cluster.hosts) await host.kill()
      await runSql(
        cluster.database,
        `INSERT INTO host_restores (id, backup_id, backup_at, restored_at, released_at, released_by)
         VALUES ('rst_1', 'b', '${restoredAt}', '${restoredAt}', '${restoredAt}', 'usr_1')`,
      )
      await cluster.start(0)
      const [soa = ''] = await answerOf(ports[0] ?? 0, zone, 'SOA')
      assert.equal(
        soa.split(' ')[2],
        String(Math.floor(Date.parse(restoredAt) / 1000) + 7 * 86_400),
        'a restore raises the serial',
      )
    })
  }
})
