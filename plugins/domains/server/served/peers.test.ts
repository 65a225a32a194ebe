import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { missingTools, PeerServer, type PeerKind } from '@host/dns/testing'
import { changeZoneServer, createZoneKey } from '../../shared.ts'
import { askPort, openServedLab } from '../testing/served-lab.ts'

const run = promisify(execFile)
const acme = 'acme.example'
const environment = { HOST_SAFEHTTP_ALLOW: '127.0.0.0/8' }

async function untilPeer(port: number, name: string, wanted: string): Promise<string> {
  for (const end = performance.now() + 10_000; ;) {
    const [answer] = (await askPort(port, name, 'A')).answers
    if (answer?.data === wanted || performance.now() > end) return answer?.data ?? ''
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

for (const [kind, tool] of [
  ['bind', 'named'],
  ['knot', 'knotd'],
] as const satisfies readonly [PeerKind, string][]) {
  suite(`${kind} as a secondary of this host`, { skip: missingTools(tool) }, () => {
    test('it transfers a zone with a key, and again when it is notified of a change', async (t) => {
      await using lab = await openServedLab({ environment })
      const zone = await lab.serve(acme)
      const admin = lab.host.as('admin')
      const wanted = { label: kind, names: [], types: [], mayTransfer: true }
      const { key, secret } = await admin.call(createZoneKey, { id: zone.id, ...wanted })
      await lab.change(zone.id, { set: [{ name: 'www', type: 'A', ttl: 60, data: ['192.0.2.1'] }] })
      await lab.until(`www.${acme}`, 'A', ['192.0.2.1'])
      const peer = await PeerServer.start(kind, {
        zone: `${acme}.`,
        zoneFile: '',
        primaryPort: lab.port,
        key: { name: key.name, algorithm: key.algorithm, secret },
      })
      t.after(() => peer.stop())
      assert.equal(await untilPeer(peer.port, `www.${acme}`, '192.0.2.1'), '192.0.2.1')
      const secondaries = [{ address: '127.0.0.1', port: peer.port }]
      await admin.call(changeZoneServer, { id: zone.id, secondaries })
      await lab.change(zone.id, { set: [{ name: 'www', type: 'A', ttl: 60, data: ['192.0.2.2'] }] })
      await lab.until(`www.${acme}`, 'A', ['192.0.2.2'])
      lab.host.clock.advance({ seconds: 5 })
      await lab.host.settleJobs()
      assert.equal(await untilPeer(peer.port, `www.${acme}`, '192.0.2.2'), '192.0.2.2')
    })
  })
}

test('nsupdate changes the names of a key', { skip: missingTools('nsupdate') }, async (t) => {
  await using lab = await openServedLab()
  const zone = await lab.serve(acme)
  const wanted = { label: 'Issuer', names: ['*.dyn'], types: ['A'], mayTransfer: false }
  const { key, secret } = await lab.host.as('admin').call(createZoneKey, { id: zone.id, ...wanted })
  const folder = mkdtempSync(join(tmpdir(), 'host-nsupdate-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'key')
  writeFileSync(file, `key "${key.name}" { algorithm ${key.algorithm}; secret "${secret}"; };\n`)
  const update = async (...lines: readonly string[]): Promise<string> => {
    const client = run('nsupdate', ['-k', file])
    client.child.stdin?.end([`server 127.0.0.1 ${lab.port}`, `zone ${acme}`, ...lines, 'send', ''].join('\n'))
    return await client.then(
      () => 'done',
      (error: unknown) => String(error instanceof Error && 'stderr' in error ? error.stderr : error).trim(),
    )
  }
  await lab.until(acme, 'NS', ['ns1.host.test.', 'ns2.host.test.'])
  const name = `home.dyn.${acme}`
  assert.equal(await update(`update add ${name} 60 A 192.0.2.7`), 'done')
  assert.deepEqual(await lab.until(name, 'A', ['192.0.2.7']), ['192.0.2.7'])
  assert.equal(await update(`update delete ${name} A`, `update add ${name} 60 A 192.0.2.8`), 'done')
  assert.deepEqual(await lab.until(name, 'A', ['192.0.2.8']), ['192.0.2.8'])
  assert.match(await update(`update add www.${acme} 60 A 192.0.2.9`), /REFUSED/)
})
