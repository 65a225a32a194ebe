import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost, type TestHost } from '@host/testing'
import { listDigests, plugin } from './cron-per-workspace.ts'

/** Moves the clock to a time of the next UTC day, in the time zone of every workspace of a test. */
async function goTo(host: TestHost, hours: number, minutes: number): Promise<void> {
  const day = 86_400_000
  const target = (Math.floor(host.clock.now() / day) + 1) * day + (hours * 60 + minutes) * 60_000
  host.clock.advance({ seconds: Math.round((target - host.clock.now()) / 1000) })
  await host.settleJobs()
}

test('each workspace gets its digest at nine, unless its feature is off', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const count = async (person: 'member' | 'otherOwner') => (await host.as(person).call(listDigests)).items.length
  await host.settleJobs()
  assert.equal(await count('member'), 0)

  await host.switchFeature('digests', false, host.workspaces.there)
  await goTo(host, 9, 1)
  // The starts are spread over ten minutes.
  host.clock.advance({ minutes: 11 })
  await host.settleJobs()
  assert.equal(await count('member'), 1)

  await host.switchFeature('digests', true, host.workspaces.there)
  await goTo(host, 9, 1)
  host.clock.advance({ minutes: 11 })
  await host.settleJobs()
  assert.equal(await count('member'), 2)
  assert.equal(await count('otherOwner'), 1)
})
