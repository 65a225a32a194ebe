import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openWatchesLab, right, type WatchesLab } from '../testing/watches-lab.ts'
import { acme } from '../testing/zones-lab.ts'

/** More than one run of the job checks. */
const labels = Array.from({ length: 25 }, (_, index) => `host${index}`)

/** Watches all of them; they are right, and their checks are spread over half an hour. */
async function watchAll(lab: WatchesLab, some: readonly string[] = labels): Promise<void> {
  for (const label of some) await lab.watch(true, label)
  await lab.pass({ minutes: 3 })
  await lab.pass({ minutes: 1 })
  await lab.pass({ minutes: 1 })
}

/** The event of a label's record set, and its main parts. */
const eventsOf = (lab: WatchesLab) => lab.events.map(({ name, data }) => ({ name, ...(data as object) }))

suite('outages of a zone', () => {
  test('record sets that go wrong at once are one event and one notification, and one more when it is over', async () => {
    await using lab = await openWatchesLab(labels)
    await watchAll(lab)
    assert.deepEqual(new Set((await lab.list()).map(({ state }) => state)), new Set(['ok']))
    lab.answer(labels, [])
    await lab.hours(5)
    for (let round = 0; round < 120; round += 1) await lab.pass({ seconds: 40 })
    assert.deepEqual(lab.names(), ['zone.verify_failed'])
    const [began] = eventsOf(lab) as { records?: readonly object[] }[]
    const { records, ...counts } = began ?? {}
    assert.deepEqual(counts, { name: 'zone.verify_failed', zoneId: lab.id, zone: acme, watched: 25, failing: 25 })
    assert.equal(records?.length, 25)
    assert.deepEqual(records?.[0], { name: `host0.${acme}`, type: 'A', outcome: 'missing' })
    assert.equal(lab.notifications.length, 1)
    assert.match(JSON.stringify(lab.notifications[0]), /acme\.example.*25 of 25.*25 个/)
    assert.equal((await lab.zone()).failing, 25)
    lab.answer(labels, right)
    for (let round = 0; round < 80; round += 1) await lab.pass({ minutes: 10 })
    assert.deepEqual(lab.names(), ['zone.verify_failed', 'zone.verified'])
    assert.equal(lab.notifications.length, 2)
    assert.equal((await lab.zone()).failing, 0)
  })

  test('two wrong record sets are published one by one', async () => {
    await using lab = await openWatchesLab(labels.slice(0, 4))
    await watchAll(lab, labels.slice(0, 4))
    lab.answer(['host1', 'host2'], ['192.0.2.9'])
    await lab.hours(9)
    assert.deepEqual(lab.names(), ['record.verify_failed', 'record.verify_failed'])
    assert.equal(lab.notifications.length, 2)
    lab.answer(['host1', 'host2'], right)
    await lab.hours(9)
    assert.deepEqual(lab.names().slice(2), ['record.verified', 'record.verified'])
    assert.equal(lab.notifications.length, 2)
  })

  test('one that is still wrong when an outage is over is published by itself', async () => {
    await using lab = await openWatchesLab(labels.slice(0, 5))
    await watchAll(lab, labels.slice(0, 5))
    lab.answer(labels.slice(0, 4), [])
    await lab.hours(9)
    lab.answer(labels.slice(1, 4), right)
    await lab.hours(14)
    assert.deepEqual(lab.names(), ['zone.verify_failed', 'zone.verified', 'record.verify_failed'])
    const [, over, alone] = eventsOf(lab) as { failing?: number; name?: string }[]
    assert.equal(over?.failing, 1)
    assert.deepEqual((alone as { name?: string }).name, `host0.${acme}`)
    lab.answer(['host0'], right)
    await lab.hours(9)
    assert.deepEqual(lab.names().slice(3), ['record.verified'])
  })

  test('servers that disagree: the state says so, and each server has what it answered', async () => {
    await using lab = await openWatchesLab()
    await lab.watch()
    await lab.pass({ minutes: 3 })
    lab.answer(['api'], ['192.0.2.7'], lab.tree.servers[1])
    await lab.hours(9)
    const [watch] = await lab.list()
    assert.deepEqual([watch?.state, watch?.isFailing, watch?.expected], ['differs', true, right])
    assert.deepEqual(
      watch?.seen?.servers.map(({ name, state, seen }) => [name, state, seen]),
      [
        [`ns2.${acme}`, 'wrong', ['192.0.2.7']],
        [`ns1.${acme}`, 'ok', []],
      ],
    )
    const [event] = eventsOf(lab) as { outcome?: string; server?: string; seen?: readonly string[] }[]
    assert.deepEqual([event?.outcome, event?.server, event?.seen], ['differs', `ns2.${acme}`, ['192.0.2.7']])
  })

  test('checks whose job has used up its attempts go on by themselves', async () => {
    await using lab = await openWatchesLab()
    await lab.watch()
    await lab.pass({ minutes: 3 })
    lab.answer(['api'], [])
    lab.failNotifications(new Error('The store of notifications is full.'))
    await lab.hours(5 * 24)
    assert.deepEqual(lab.names(), [])
    lab.failNotifications(undefined)
    await lab.hours(2)
    assert.deepEqual([lab.names(), lab.notifications.length], [['record.verify_failed'], 1])
    lab.answer(['api'], right)
    await lab.hours(9)
    assert.deepEqual(lab.names(), ['record.verify_failed', 'record.verified'])
  })
})
