import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { dnsChallengeText } from '../../../packages/acme/src/index.ts'
import { hostTables } from '../../../packages/host/testing/database/host-tables.ts'
import { testDatabases } from '../../../packages/host/testing/database/test-databases.ts'
import { DataAccess } from '../../../packages/host/src/database/data-access.ts'
import { hostModels } from '../../../packages/host/src/models/host-models.ts'
import { DnsChallenges, type DnsChallengesOptions } from '../../../packages/host/src/tls/acme/dns-challenges.ts'
import { acmeModels } from '../../../packages/host/src/tls/acme/models.ts'
import { acme, openZonesLab, type ZonesLab } from '../../../plugins/domains/server/testing/zones-lab.ts'

const name = `_acme-challenge.go.${acme}`
const own = [`${name} 300 TXT "of another program"`]
const [sqlite] = testDatabases

/** Zones of a workspace, and the table in which proofs are noted. */
async function openLab(options: Partial<DnsChallengesOptions> = {}) {
  assert.ok(sqlite)
  await using opened = new AsyncDisposableStack()
  const zones = opened.use(await openZonesLab())
  const database = await opened.use(await sqlite.create(hostTables)).open()
  const owners = [{ name: 'host', models: hostModels }]
  const db = new DataAccess({ database, owners, onDoor: () => undefined }).forHost(acmeModels)
  const challenges = new DnsChallenges({
    db,
    clock: Date.now,
    dns: () => zones.dns,
    isDnsOn: async () => true,
    stateOf: async (orgId, id) => (await zones.changesets.find(orgId, id))?.state,
    isVisible: async () => true,
    pace: { every: 5, most: 10_000 },
    ...options,
  })
  const stack = opened.move()
  const noted = async () => await db.selectFrom('host_acme_challenges').select('subject').execute()
  return { zones, challenges, noted, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Jobs run while something is waited for. */
async function withJobs<Result>({ host }: ZonesLab, waited: Promise<Result>): Promise<Result> {
  const stop = new AbortController()
  const end = (): void => stop.abort()
  waited.then(end, end)
  while (!stop.signal.aborted) {
    await host.settleJobs()
    await pause(5)
  }
  return await waited
}

function proofsAt(lab: ZonesLab): readonly string[] {
  return lab.records().filter((record) => record.startsWith(name))
}

suite('proofs of names in zones of a workspace', () => {
  test('a host and its wildcard prove together beside a value of another program, and leave it alone', async () => {
    await using lab = await openLab()
    const { zones, challenges } = lab
    const { id } = await zones.addZone()
    const other = { name: '_acme-challenge.go', type: 'TXT', ttl: 300, data: ['"of another program"'] }
    await zones.apply(await zones.plan(id, { set: [other] }))
    const publish = (keyAuthorization: string) => challenges.publish(proofOf(zones, keyAuthorization), soon())
    const both = await withJobs(zones, Promise.all([publish('a.key'), publish('b.key')]))
    const published = proofsAt(zones).join()
    assert.equal(published.match(/"/g)?.length, 6)
    for (const text of ['a.key', 'b.key']) assert.ok(published.includes(`"${dnsChallengeText(text)}"`))
    assert.equal((await lab.noted()).length, 2)
    await withJobs(zones, Promise.all(both.map((proof) => proof[Symbol.asyncDispose]())))
    assert.deepEqual(
      proofsAt(zones).map((record) => record.replace(/ \d+ /, ' 300 ')),
      own,
    )
    assert.deepEqual(await lab.noted(), [])
  })

  test('a record that a process has left is removed by the next run', async () => {
    await using lab = await openLab()
    const { zones, challenges } = lab
    await zones.addZone()
    await withJobs(zones, challenges.publish(proofOf(zones, 'left.key'), soon()))
    assert.equal(proofsAt(zones).length, 1)
    const sweep = (open: readonly string[]) =>
      withJobs(zones, challenges.sweep(new Set(open), { signal: soon(), onError: assert.ifError }))
    for (const host of [`go.${acme}`, `*.go.${acme}`]) await sweep([host])
    assert.equal(proofsAt(zones).length, 1, 'the order of its host has not ended')
    await sweep([`other.${acme}`])
    assert.deepEqual([proofsAt(zones), await lab.noted()], [[], []])
  })

  test('a change that waits for a person, and a feature that is off, are the reasons of a failure', async () => {
    await using lab = await openLab({ stateOf: async () => 'planned' })
    const { zones, challenges } = lab
    await zones.addZone()
    const publish = (text: string) => withJobs(zones, challenges.publish(proofOf(zones, text), soon()))
    await assert.rejects(publish('a.key'), { name: 'CertificateFailure', code: 'dns_approval' })
    await zones.host.switchFeature('domains', false)
    await assert.rejects(publish('b.key'), { name: 'CertificateFailure', code: 'dns_change' })
    assert.equal(await challenges.has(zones.host.workspaces.here, 'elsewhere.example'), false)
  })
})

function proofOf({ host }: ZonesLab, keyAuthorization: string) {
  return { orgId: host.workspaces.here, name: `go.${acme}`, keyAuthorization }
}

function soon(): AbortSignal {
  return AbortSignal.timeout(20_000)
}
