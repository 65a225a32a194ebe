import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addAccount, addZone, domainLimits, listRecords, watchRecord } from '../../shared.ts'
import { openWatchesLab, right, type WatchesLab } from '../testing/watches-lab.ts'
import { acme } from '../testing/zones-lab.ts'

const labelsOf = (count: number) => Array.from({ length: count }, (_, index) => `host${index}`)
const setOf = (label: string) => ({ name: `${label}.${acme}`, type: 'A', ttl: 60, data: right })

/** Has another plugin own the record sets of labels. */
async function own(lab: WatchesLab, labels: readonly string[], change: 'set' | 'delete' = 'set'): Promise<void> {
  const sets = labels.map(setOf)
  const zone = { zoneId: lab.id, ...(change === 'set' ? { set: sets } : { delete: sets }) }
  await lab.dns.dns().apply(lab.host.workspaces.here, { title: 'Links', owns: true, zones: [zone] })
  await lab.host.settleJobs()
  lab.answer(labels, right)
}

suite('limits of background checks', () => {
  test('record sets that a feature owns are watched without a choice, which no user ends, until it deletes them', async () => {
    await using lab = await openWatchesLab()
    await own(lab, ['go', 'short'])
    await lab.pass({ minutes: 3 })
    const shown = async () => (await lab.list()).map(({ name, state, isChosen }) => [name, state, isChosen])
    assert.deepEqual(await shown(), [
      [`go.${acme}`, 'ok', false],
      [`short.${acme}`, 'ok', false],
    ])
    const kept = await lab.watch(false, 'go')
    assert.equal(kept.watch?.isChosen, false)
    assert.equal((await lab.list()).length, 2)
    await own(lab, ['go'], 'delete')
    assert.deepEqual(await shown(), [[`short.${acme}`, 'ok', false]])
  })

  test('one that was deleted outside stays in the list as gone until a user stops it', async () => {
    await using lab = await openWatchesLab()
    await own(lab, ['go', 'short'])
    await lab.pass({ minutes: 3 })
    const zone = lab.provider.zones.get(acme)
    zone?.delete(setOf('go'))
    await lab.pass({ hours: 1 })
    const gone = (await lab.list()).find(({ isGone }) => isGone)
    assert.deepEqual([gone?.name, gone?.isFailing, (await lab.zone()).gone], [`go.${acme}`, false, 1])
    await lab.watch(false, 'go')
    assert.deepEqual([(await lab.list()).map(({ name }) => name), (await lab.zone()).gone], [[`short.${acme}`], 0])
  })

  test('a workspace watches 500 record sets of features: the zone says how many it does not, and they follow', async () => {
    await using lab = await openWatchesLab()
    const labels = labelsOf(domainLimits.ownedWatches + 3).toSorted()
    await own(lab, labels)
    await lab.pass({ minutes: 3 })
    assert.equal((await lab.zone()).unwatched, 3)
    const { items } = await lab.host.as('member').call(listRecords, { id: lab.id, name: `${labels.at(-1)}.${acme}` })
    assert.deepEqual([items[0]?.owner?.plugin, items[0]?.watch], ['links', null])
    const chosen = await lab.watch(true, labels.at(-1))
    assert.equal(chosen.watch?.isChosen, true, 'a user can choose it nevertheless')
    assert.equal((await lab.zone()).unwatched, 2)
    await own(lab, labels.slice(0, 2), 'delete')
    await lab.pass({ minutes: 3 })
    assert.equal((await lab.zone()).unwatched, 0)
  })

  test('a workspace chooses 500 record sets; the next one is refused until another is turned off', async () => {
    const labels = labelsOf(domainLimits.watches + 1)
    await using lab = await openWatchesLab(labels)
    for (const label of labels.slice(0, -1)) await lab.watch(true, label)
    const last = { name: labels.at(-1), type: 'A', isWatched: true }
    const post = () => lab.host.as('member').post(`/api/x/domains/zones/${lab.id}/watch`, last)
    const refused = await post()
    assert.equal(refused.status, 409)
    assert.match(await refused.text(), /500/)
    await lab.watch(false, labels[0])
    assert.equal((await post()).status, 200)
  })

  test('many checks of one workspace delay none of another', async () => {
    const labels = labelsOf(60)
    await using lab = await openWatchesLab(labels)
    const other = lab.host.as('otherOwner')
    lab.provider.addZone('other.example', [{ name: 'api.other.example', type: 'A', ttl: 60, data: right }])
    lab.tree.delegate('other.example')
    lab.tree.records('api.other.example A', right)
    const settings = { token: 'memory-token' }
    const account = await other.call(addAccount, { provider: 'memory', label: 'M', settings })
    const zone = await other.call(addZone, { accountId: account.id, name: 'other.example' })
    for (const label of labels) await lab.watch(true, label)
    await other.call(watchRecord, { id: zone.id, name: 'api', type: 'A', isWatched: true })
    await lab.pass({ minutes: 3 })
    const names = lab.tree.asked.map(({ name }) => name)
    const first = names.indexOf('api.other.example.')
    const before = new Set(names.slice(0, first).filter((name) => /^host\d/.test(name)))
    assert.ok(first >= 0, 'it was checked')
    assert.ok(before.size <= 10, `${before.size} record sets of the other workspace came before`)
  })
})
