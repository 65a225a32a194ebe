import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Problem, type Queries } from '@host/plugin'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { endAccess } from '../accounts/end-access.ts'
import type { HostTables } from '../models.ts'
import { openIdentityLab } from '../../../testing/identity/identity-lab.ts'
import { issueLink, removeExpiredLinks, takeLink, voidLinks } from './account-links.ts'

const issued = process.env['HOST_SOAK'] === '1' ? 10_000 : 100
const ada = { email: 'ada@host.test', name: 'Ada', password: 'tea-houses by the sea' }
const isGone = (error: unknown): boolean => error instanceof Problem && error.code === 'gone'

for (const product of testDatabases) {
  test(`${product.name}: §I13 however many links are asked for, one of each purpose is kept, as a hash`, async () => {
    await using lab = await openIdentityLab(product)
    const { id: userId } = await lab.accounts.create(ada)
    const tokens: string[] = []
    for (let count = 0; count < issued; count += 1) {
      tokens.push(await issueLink(lab.db, { userId, purpose: 'reset' }, lab.clock.now))
    }
    await issueLink(lab.db, { userId, purpose: 'verify' }, lab.clock.now)
    const rows = await lab.db.selectFrom('host_account_links').selectAll().execute()
    assert.deepEqual(rows.map(({ purpose }) => purpose).toSorted(), ['reset', 'verify'])
    assert.ok(!tokens.some((token) => JSON.stringify(rows).includes(token)))
    const [last = ''] = tokens.slice(-1)
    for (const token of tokens.slice(-3, -1)) {
      await assert.rejects(takeLink(lab.db, { token, purpose: 'reset' }, lab.clock.now), isGone)
    }
    await assert.rejects(takeLink(lab.db, { token: last, purpose: 'email' }, lab.clock.now), isGone)
    const takes = Array.from({ length: 8 }, () => takeLink(lab.db, { token: last, purpose: 'reset' }, lab.clock.now))
    const results = await Promise.allSettled(takes)
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test(`${product.name}: §I13 a link that is too old is none, and is cleared away`, async () => {
    await using lab = await openIdentityLab(product)
    const { id: userId } = await lab.accounts.create(ada)
    const token = await issueLink(lab.db, { userId, purpose: 'reset' }, lab.clock.now)
    lab.clock.now += 60 * 60_000
    await assert.rejects(takeLink(lab.db, { token, purpose: 'reset' }, lab.clock.now), isGone)
    await issueLink(lab.db, { userId, purpose: 'verify' }, lab.clock.now)
    await removeExpiredLinks(lab.db, lab.clock.now)
    const rows = await lab.db.selectFrom('host_account_links').selectAll().execute()
    assert.deepEqual(
      rows.map(({ purpose }) => purpose),
      ['verify'],
    )
    await lab.db.transaction((queries) => endAccess(queries, userId))
    assert.deepEqual(await lab.db.selectFrom('host_account_links').selectAll().execute(), [])
  })
  // SQLite has one writer: two transactions never overlap there.
  if (product.dialect === 'postgres') {
    test(`${product.name}: §I13 requests for two accounts with expired links don't block each other`, async () => {
      await using lab = await openIdentityLab(product)
      const [first, second] = [
        await lab.accounts.create(ada),
        await lab.accounts.create({ ...ada, email: 'bob@host.test' }),
      ]
      const issue = (db: Queries<HostTables>, userId: string) =>
        issueLink(db, { userId, purpose: 'reset' }, lab.clock.now)
      await issue(lab.db, second.id)
      await issue(lab.db, first.id)
      lab.clock.now += 60 * 60_000
      const [voided, linked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const one = lab.db.transaction(async (db) => {
        await voidLinks(db, first.id)
        voided.resolve()
        // Ends at once where nothing blocks; the wait ends the test where the other transaction does.
        await Promise.race([linked.promise, setTimeout(2_000)])
        await issue(db, first.id)
      })
      await voided.promise
      await lab.db.transaction((db) => issue(db, second.id)).finally(linked.resolve)
      await one
    })
  }
}
