/** Domains on PostgreSQL, where requests at once see less of each other; the plugin's own tests cover SQLite. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { openDomainsLab } from '../../../plugins/domains/server/testing/domains-lab.ts'
import { addDomain, domainLimits, listDomains, verifyDomain } from '../../../plugins/domains/shared.ts'

for (const product of testDatabases.filter(({ dialect }) => dialect === 'postgres')) {
  test(`§4.5 ${product.name}: one workspace verifies a name, the limit holds at once, and unverified domains go`, async () => {
    await using fresh = await product.create()
    await using lab = await openDomainsLab({ HOST_DATABASE_URL: fresh.url })
    const [admin, other] = [lab.host.as('admin'), lab.host.as('otherOwner')]
    const [ours, theirs] = [await lab.add('acme.example'), await lab.add('acme.example', other)]
    lab.set(ours, [ours.challenge.value, theirs.challenge.value])
    const verifying = [lab.verify(ours.id), other.call(verifyDomain, { id: theirs.id })]
    const isVerified = (await Promise.allSettled(verifying)).map(({ status }) => status === 'fulfilled')
    assert.equal(isVerified.filter(Boolean).length, 1)
    const pending = isVerified[0] === true ? 0 : 1
    const add = (count: number) => admin.call(addDomain, { name: `d${count}.example` })
    for (let count = pending + 2; count < domainLimits.pending; count += 1) await add(count)
    const added = await Promise.allSettled([1000, 1001, 1002, 1003, 1004, 1005].map((count) => add(count)))
    assert.equal(added.filter(({ status }) => status === 'fulfilled').length, 2)
    await lab.pass({ days: 8 })
    // A job whose transaction was in the way of another comes again within seconds.
    await lab.pass({ minutes: 10 })
    const { items } = await admin.call(listDomains, {})
    assert.deepEqual(
      items.filter(({ state }) => state === 'pending'),
      [],
    )
  })
}
