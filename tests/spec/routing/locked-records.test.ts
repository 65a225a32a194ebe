/** Records above a plan are read-only after their notice, in each plugin that has a quota of records. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost, TestCallError, testPlans, type TestHost } from '../../../packages/testing/src/index.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { hostTables } from '@host/host/testing/database/host-tables'
import { plugin as domains } from '../../../plugins/domains/server/index.ts'
import { addDomain } from '../../../plugins/domains/shared.ts'
import { plugin as links } from '../../../plugins/links/server/index.ts'
import { changeLink, createLink, deleteLink, listLinks, putLink } from '../../../plugins/links/shared.ts'
import { plugin as mail } from '../../../plugins/mail/server/index.ts'
import { changeMailbox, createMailbox, readMailbox } from '../../../plugins/mail/shared.ts'
import { plugin as plans } from '../../../plugins/plans/server/index.ts'
import {
  applyPlanChange,
  createPlan,
  listEntitlements,
  listRecordsAbove,
  planChange,
} from '../../../plugins/plans/shared.ts'
import { plugin as products } from '../../../plugins/products/server/index.ts'
import { changeProduct, createPrice, createProduct, createVariant } from '../../../plugins/products/shared.ts'
import { unhurried } from '../lab/unhurried.ts'

const title = { en: 'Pro', zh: '专业版' }
const rule = {
  name: 'Tea',
  conditions: [{ field: 'subject', comparison: 'contains', text: 'tea' }],
  actions: { markRead: true },
}
const price = { currency: 'EUR', amount: '500' }

/** Moves the clock by 14 days. Sessions end when they are not used for a week. */
async function passNotice(host: TestHost): Promise<void> {
  for (const days of [5, 5, 4]) {
    host.clock.advance({ days })
    await host.as('owner').call(listEntitlements, {})
    await host.settleJobs()
  }
}

for (const product of testDatabases) {
  test(`§7.2 records above a plan are read-only 14 days after it was lowered, ${product.dialect}`, async () => {
    await using fresh = await product.create(hostTables)
    await using host = await createTestHost({
      plugins: [plans, links, mail, products],
      environment: {
        ...unhurried,
        HOST_DATABASE_URL: fresh.url,
        HOST_PUBLIC_URL: 'http://host.test',
        HOST_SHARED_HOST: 'go.host.test',
      },
    })
    const [admin, owner] = [host.as('instanceAdmin'), host.as('owner')]
    await host.proveHost('acme.example')
    const plan = await admin.call(createPlan, { name: 'pro', title, isDefault: true })
    const two = async <Made>(make: (at: number) => Promise<Made>) => [await make(1), await make(2)] as const
    const tea = await two((at) =>
      owner.call(createLink, { slug: `tea-${at}`, url: 'https://acme.example/', externalId: `tea-${at}` }),
    )
    const [link, newer] = tea
    const boxes = await two((at) => owner.call(createMailbox, { address: `tea-${at}@acme.example` }))
    const goods = await two((at) => owner.call(createProduct, { name: `Tea ${at}` }))
    const one = { links: 1, mailboxes: 1, products: 1 }
    const { id } = await admin.call(planChange, { planId: plan.id, limits: one })
    await admin.call(applyPlanChange, { id })
    await host.settleJobs()

    await passNotice(host)
    const changes = (at: 0 | 1): Readonly<Record<string, () => Promise<unknown>>> => ({
      link: () => owner.call(changeLink, { id: tea[at].id, title: 'Tea' }),
      'link by its external ID': () =>
        owner.call(putLink, { externalId: `tea-${at + 1}`, url: 'https://acme.example/new' }),
      'rules of a link': () => ok(owner.put(`/api/x/links/links/${tea[at].id}/rules`, { rules: [] })),
      'sharing of a link': () =>
        ok(owner.put(`/api/x/links/links/${tea[at].id}/sharing`, { isShared: true, showsTarget: false })),
      'links together': () => ok(owner.patch('/api/x/links/links/bulk', { ids: [tea[at].id], isArchived: false })),
      mailbox: () => owner.call(changeMailbox, { id: boxes[at].id, name: 'Tea' }),
      'members of a mailbox': () =>
        ok(owner.put(`/api/x/mail/mailboxes/${boxes[at].id}/members`, { userIds: [host.userIds.owner] })),
      'rule of a mailbox': () => ok(owner.post(`/api/x/mail/mailboxes/${boxes[at].id}/rules`, rule)),
      product: () => owner.call(changeProduct, { id: goods[at].id, name: `New tea ${at}` }),
      price: () => owner.call(createPrice, { id: goods[at].id, ...price }),
      variant: () => owner.call(createVariant, { id: goods[at].id, name: 'Green' }),
    })
    for (const [name, change] of Object.entries(changes(0))) await assert.doesNotReject(change(), name)
    for (const [name, change] of Object.entries(changes(1))) {
      await assert.rejects(change(), (error) => statusOf(error) === 429, name)
    }
    assert.equal((await owner.call(readMailbox, { id: boxes[1].id })).name, 'tea-2', 'they are read as before')
    const visit = await host.fetch(new Request('http://go.host.test/tea-2'))
    assert.equal(visit.headers.get('location'), 'https://acme.example/', 'and work as before')
    const above = await owner.call(listRecordsAbove, { name: 'links' })
    assert.deepEqual(above.items, [{ id: newer.id, title: 'tea-2', path: `/links/${newer.id}` }])
    await owner.call(deleteLink, { id: link.id })
    await owner.call(changeLink, { id: newer.id, title: 'Tea' })
    assert.equal((await owner.call(listLinks, {})).items.length, 1)
  })
}

test('§7.2 a domain above a plan is verified in the background only', async () => {
  const lock = { limit: 1, since: '2026-01-31T08:15:00.000Z' }
  await using host = await createTestHost({
    plugins: [domains, testPlans({ lockOf: (_orgId, quota) => (quota === 'domains' ? lock : undefined) })],
    environment: { ...unhurried, HOST_PUBLIC_URL: 'http://host.test' },
  })
  const owner = host.as('owner')
  const names = [
    await owner.call(addDomain, { name: 'tea-1.example' }),
    await owner.call(addDomain, { name: 'tea-2.example' }),
  ]
  for (const [at, expected] of [false, true].entries()) {
    for (const verb of ['plan', 'verify']) {
      const { status } = await owner.post(`/api/domains/${names[at]?.id}/${verb}`)
      assert.equal(status === 429, expected, `${verb} ${at} ${status}`)
    }
  }
  assert.equal((await owner.delete(`/api/domains/${names[1]?.id}`)).status, 200)
})

async function ok(answer: Promise<Response>): Promise<void> {
  const { status } = await answer
  if (status >= 300) throw new TypeError(String(status))
}

function statusOf(error: unknown): number {
  return error instanceof TestCallError ? error.status : Number((error as Error).message)
}
