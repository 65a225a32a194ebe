/** Emails that identity queues while the mail server is down. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Accounts, JobQueue, type JobEntry } from '@host/plugin/platform'
import { testDatabases, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import type { SqlRow } from '../../../../packages/host/src/database/statement.ts'
import { ascending, openRecoveryLab, password, tokenIn, type RecoveryLab } from './recovery-lab.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const owner = 'owner@host.test'
const resetSubject = 'Set a new password'

interface DownLab extends RecoveryLab {
  /** The jobs of the host itself, once nothing is due any more. */
  jobs(name: string): Promise<readonly JobEntry[]>
  rows(sql: string): Promise<readonly SqlRow[]>
}

/** A host whose mail server refuses all emails until `mend` is called. */
async function openDownLab(product: TestDatabaseProduct | undefined): Promise<DownLab & { mend(): void }> {
  let isDown = true
  const lab = await openRecoveryLab(product, {
    onConnect: (_session, done) => done(isDown ? Object.assign(new Error('later'), { responseCode: 421 }) : null),
  })
  return {
    ...lab,
    mend: () => void (isDown = false),
    jobs: async (name) => {
      await lab.host.settleJobs()
      const { items } = await lab.host.service(JobQueue).list({ plugin: 'host', limit: 200 })
      return items.filter((job) => job.name === name)
    },
    rows: async (sql) => {
      const opened = await lab.database.open({ isExclusive: false })
      try {
        return (await opened.run({ sql, parameters: [], writes: false })).rows
      } finally {
        await opened.close()
      }
    },
  }
}

for (const product of testDatabases) {
  describe(`on ${product.name}`, () => {
    test('§I74 §I76 each request queues one job, for any address, and stores nothing in clear', async () => {
      await using lab = await openDownLab(product)
      await lab.openRegistration()
      const addresses = [owner, 'new-person@host.test', 'nobody@host.test']
      for (const email of addresses) {
        await lab.ask('/api/auth/forgot', { email })
        await lab.ask('/api/auth/resend-verification', { email })
        // Jobs may run in any order, and a registered address gets the verification.
        await lab.host.settleJobs()
        await lab.ask('/api/auth/register', { name: 'A name of their own', email, password })
      }
      const requests = await lab.jobs('identity.request')
      assert.deepEqual(
        requests.map(({ state }) => state),
        Array.from({ length: 9 }, () => 'done'),
      )
      assert.equal((await lab.jobs('mail.send')).length, 4, 'a reset, a note to a known account, and two verifications')
      const [table] = [JSON.stringify(await lab.rows('select * from host_jobs'))]
      const stored = await lab.rows('select token_hash, password_hash from host_account_links cross join users')
      const hashes = stored.flatMap(({ token_hash: link, password_hash: word }) => [String(link), String(word)])
      for (const clear of [...addresses, 'A name of their own', 'reset?token', ...hashes]) {
        assert.ok(!table?.includes(clear), clear)
      }
    })

    test('§I73 emails queued while the mail server was down are sent when it is back', async () => {
      await using lab = await openDownLab(product)
      await lab.ask('/api/auth/forgot', { email: owner })
      const [waiting] = await lab.jobs('mail.send')
      assert.deepEqual([waiting?.state, waiting?.error, lab.mail.emails], ['waiting', 'mail_deferred', []])
      lab.mend()
      lab.host.clock.advance({ seconds: 10 })
      await lab.jobs('mail.send')
      const [arrived, ...others] = lab.mail.emails
      assert.ok(arrived)
      assert.deepEqual([arrived.mail.subject, others], [resetSubject, []])
      const token = tokenIn(arrived)
      assert.equal((await lab.ask('/api/auth/reset', { token, password: 'quiet rivers at night' })).status, 204)
    })
  })
}

test('§I75 an email whose link has ended is not sent', async () => {
  await using lab = await openDownLab(testDatabases[0])
  await lab.ask('/api/auth/forgot', { email: owner })
  await lab.jobs('mail.send')
  lab.mend()
  lab.host.clock.advance({ hours: 1 })
  const [ended] = await lab.jobs('mail.send')
  assert.deepEqual([ended?.state, ended?.error, lab.mail.emails], ['failed', 'expired', []])
})

test('§I73 a change sends one email when it is committed, and a change that is refused sends none', async () => {
  await using lab = await openDownLab(testDatabases[0])
  lab.mend()
  const change = (current: string) =>
    lab.host.as('owner').post('/api/auth/password', { current, password: 'quiet rivers at night' })
  const both = [...(await Promise.all([change(password), change(password)])), await change('wrong')]
  const changed = both.filter(({ status }) => status === 204)
  assert.ok(changed.length > 0)
  assert.equal((await lab.jobs('mail.send')).length, changed.length, 'one for each change that was committed')
})

if (isSoak) {
  test('§I14 §I74 asking takes as long for a known address as for an unknown one', async (t) => {
    await using lab = await openDownLab(testDatabases[0])
    lab.mend()
    const took = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < 200; round += 1) {
      const email = `known-${round}@host.test`
      await lab.host.service(Accounts).create({ email, name: 'Known', password })
      for (const kind of round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const since = performance.now()
        await lab.ask('/api/auth/forgot', { email: kind === 'known' ? email : `un${email}` })
        took[kind].push(performance.now() - since)
        await lab.host.settleJobs()
      }
      // Past the limits of one network.
      if (round % 10 === 9) lab.host.clock.advance({ minutes: 16 })
    }
    const median = (times: readonly number[]): number => ascending(times)[times.length / 2] ?? 0
    const [known, unknown] = [median(took.known), median(took.unknown)]
    t.diagnostic(`${known.toFixed(2)} ms for a known address, ${unknown.toFixed(2)} ms for an unknown one`)
    assert.ok(Math.abs(known - unknown) < 0.2 * Math.max(known, unknown))
  })
}
