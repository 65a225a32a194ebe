import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { everyDatabase } from '../../testing/database/test-databases.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { Backlog } from './backlog.ts'
import { openJobLab, tagged, type JobLab, type LabNode } from '../../testing/jobs/job-lab.ts'

for (const product of everyDatabase) {
  describe(`enqueuing on ${product.name}`, () => {
    let lab: JobLab
    let node: LabNode
    const ran: string[] = []
    const kind = tagged()

    before(async () => {
      lab = await openJobLab(product)
      node = await lab.start()
      node.service.handle(kind, async (_scope, { tag }) => void ran.push(tag))
    })
    after(() => lab[Symbol.asyncDispose]())

    const settled = async (): Promise<readonly string[]> => {
      await node.jobs.settle()
      return ran.splice(0).toSorted()
    }

    test('§P1 is part of the surrounding transaction: there with the commit, and gone with a rollback', async () => {
      await assert.rejects(
        lab.database.transaction(async () => {
          await node.service.enqueue('org_a', kind, { tag: 'undone' })
          throw new Error('no')
        }),
      )
      let during: readonly string[] = []
      await lab.database.transaction(
        async () => {
          await node.service.enqueue('org_a', kind, { tag: 'kept' })
          during = ran
        },
        { tenant: 'org_a' },
      )
      assert.deepEqual(during, [])
      assert.deepEqual(await settled(), ['kept'])
    })

    test('inside the transaction of a workspace takes jobs of the instance and of other workspaces too', async () => {
      const ofInstance = { ...tagged({ name: 'instance' }), place: 'instance' as const }
      node.service.handle(ofInstance, async (_scope, { tag }) => void ran.push(tag))
      await lab.database.transaction(
        async (connection) => {
          await node.service.enqueueForInstance(ofInstance, { tag: 'instance' })
          await node.service.enqueue('org_b', kind, { tag: 'other' })
          const sql = `select count(*) as count from host_jobs where org_id <> 'org_a'`
          const { rows } = await connection.run({ sql, parameters: [], writes: false, tenant: 'org_a' })
          if (product.name.includes('row')) {
            assert.equal(rows[0]?.['count'], 0, 'the transaction sees its workspace alone')
          }
        },
        { tenant: 'org_a' },
      )
      assert.deepEqual(await settled(), ['instance', 'other'])
    })

    test('§P6 with a unique key answers the job that waits under it, of the same workspace and kind', async () => {
      const key = { uniqueKey: 'one', delay: 1_000 }
      const first = await node.service.enqueue('org_a', kind, { tag: 'first' }, key)
      assert.equal(await node.service.enqueue('org_a', kind, { tag: 'second' }, key), first)
      assert.notEqual(await node.service.enqueue('org_b', kind, { tag: 'other' }, key), first)
      assert.deepEqual(await settled(), [])
      lab.clock.now += 1_000
      assert.deepEqual(await settled(), ['first', 'other'])
      assert.notEqual(await node.service.enqueue('org_a', kind, { tag: 'third' }, key), first)
      lab.clock.now += 1_000
      assert.deepEqual(await settled(), ['third'])
    })

    test('adds many jobs of other parts of the host in one statement', async () => {
      const engineKind = { ...tagged({ name: 'host.tell' }), whenOff: 'cancel' as const }
      node.jobs.engine.handle('notes', engineKind, async (_scope, { tag }) => void ran.push(tag))
      const job = (tag: string) => ({ orgId: 'org_a', plugin: 'notes', kind: engineKind, input: { tag }, lane: tag })
      const statements = node.jobs.engine.inserts([job('one'), job('"two" :x'), job('three')])
      assert.equal(statements.length, 1)
      await lab.database.batch(statements)
      node.jobs.engine.told()
      assert.equal((await node.jobs.engine.add([job('four')])).length, 1)
      assert.deepEqual(await settled(), ['"two" :x', 'four', 'one', 'three'])
    })

    test('refuses jobs that would never run, and invalid kinds', async () => {
      const refused = (pattern: RegExp) => (error: Error) => error instanceof TypeError && pattern.test(error.message)
      const { service } = node
      await assert.rejects(service.enqueue('org_a', tagged({ name: 'unknown' }), { tag: 'x' }), refused(/call handle/))
      await assert.rejects(service.enqueue('', kind, { tag: 'x' }), refused(/workspace/))
      await assert.rejects(service.enqueue('org_a', kind, { tag: 'x' }, { delay: -1 }), refused(/delay/))
      await assert.rejects(service.enqueue('org_a', kind, { tag: 'x' }, { uniqueKey: '' }), refused(/uniqueKey/))
      await assert.rejects(service.enqueue('org_a', kind, { tag: 'x' }, { lane: 'x'.repeat(101) }), refused(/lane/))
      await assert.rejects(service.enqueue('org_a', kind, { tag: 'x'.repeat(300_000) }), refused(/256 kB/))
      assert.throws(() => service.handle(kind, async () => undefined), /two handlers/)
      assert.throws(() => service.handle(tagged({ name: 'a.b' }), async () => undefined), /not a valid job name/)
      assert.throws(() => service.handle(tagged({ name: 'x', attempts: 51 }), async () => undefined), /1 to 50/)
    })

    test('is refused once a workspace has more waiting than it may, until some are done', async () => {
      const backlog = new Backlog(new JoiningTransactor(lab.database), 5)
      for (let count = 0; count < 5; count += 1) {
        await backlog.admit('org_full')
        await node.service.enqueue('org_full', kind, { tag: 'x' }, { delay: 60_000 })
      }
      await assert.rejects(backlog.admit('org_full'), { code: 'service_unavailable' })
      await backlog.admit('org_b')
    })
  })
}
