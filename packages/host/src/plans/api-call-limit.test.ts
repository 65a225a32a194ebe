import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Problem, type EntitlementsService } from '@host/plugin'
import { ApiCallLimit } from './api-call-limit.ts'

const month = 31 * 86_400_000
const orgId = 'org_1'

/** Plans with one limit, whose use is what all processes wrote so far. */
class SharedUse {
  limit: number | undefined = 100
  written = 0
  reads = 0
  isAway = false
  now = 0
  readonly plans = {
    limitOf: () => this.limit,
    explain: () => ({ plan: 'free', plans: ['team'], sources: [] }),
    usedOf: async () => {
      this.reads += 1
      if (this.isAway) throw new Error('The database is away.')
      const resetsAt = (Math.floor(this.now / month) + 1) * month
      return { used: this.written, resetsAt: new Date(resetsAt).toISOString() }
    },
  } satisfies Partial<EntitlementsService>

  process(): ApiCallLimit {
    return new ApiCallLimit({ entitlements: () => this.plans, clock: () => this.now })
  }
}

/** How many of some calls pass. */
async function passed(limit: ApiCallLimit, calls: number): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: calls }, async () => await limit.take(orgId)))
  return results.filter(({ status }) => status === 'fulfilled').length
}

suite('the limit of API calls', () => {
  test('is exact in a process, and reads once for all calls of ten seconds', async () => {
    const shared = new SharedUse()
    shared.written = 40
    const limit = shared.process()
    assert.equal(await passed(limit, 500), 60)
    assert.equal(shared.reads, 1)
  })

  test('sees calls of other processes at the next read, and a higher limit at once', async () => {
    const shared = new SharedUse()
    const [one, other] = [shared.process(), shared.process()]
    assert.deepEqual([await passed(one, 60), await passed(other, 60)], [60, 60], 'neither knows of the other yet')
    shared.written = 120
    shared.now += 10_000
    assert.equal(await passed(one, 1), 1, 'the read runs beside the call')
    assert.equal(await passed(one, 1), 0)
    assert.equal(shared.reads, 3)
    shared.limit = 130
    assert.equal(await passed(one, 20), 9, 'the call beside the read counts, too')
    shared.limit = undefined
    assert.equal(await passed(one, 20), 20)
  })

  test('says when the month ends, and begins again with the next one', async () => {
    const shared = new SharedUse()
    shared.written = 100
    shared.now = month - 90_000
    const limit = shared.process()
    const refusal = await Promise.resolve(limit.take(orgId)).then(
      () => undefined,
      (error: unknown) => error,
    )
    assert.ok(refusal instanceof Problem)
    const resetsAt = new Date(month).toISOString()
    assert.deepEqual(
      [refusal.code, refusal.options.headers, refusal.options.facts],
      [
        'quota_exceeded',
        { 'retry-after': '90' },
        { meter: 'api-calls', limit: 100, used: 100, resetsAt, plan: 'free', plans: ['team'] },
      ],
    )
    shared.now = month
    shared.written = 0
    assert.equal(await passed(limit, 1), 1)
    shared.limit = 0
    const none = await Promise.allSettled([limit.take(orgId)])
    assert.ok(none[0].status === 'rejected' && none[0].reason instanceof Problem)
    assert.equal(none[0].reason.code, 'tier_required')
  })

  test('goes on counting while the use can’t be read', async () => {
    const shared = new SharedUse()
    const limit = shared.process()
    assert.equal(await passed(limit, 90), 90)
    shared.isAway = true
    shared.now += 10_000
    assert.equal(await passed(limit, 20), 10)
  })
})
