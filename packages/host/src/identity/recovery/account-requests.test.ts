import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { everyDatabase } from '../../../testing/database/test-databases.ts'
import type { Vault } from '../../security/encryption/vault.ts'
import { openJobLab } from '../../../testing/jobs/job-lab.ts'
import { accountRequests, type AccountRequest } from './account-requests.ts'

const reset: AccountRequest = { ask: 'reset', reader: { to: 'ada@example.test', language: 'en' } }
const hidden: Pick<Vault, 'seal' | 'open'> = {
  seal: (plain) => Buffer.from(plain).toString('base64'),
  open: (sealed) => Buffer.from(sealed, 'base64'),
}

for (const product of everyDatabase) {
  test(`${product.name}: §I74 a request that is repeated after a failure has its effects once, and is followed by one sweep`, async () => {
    await using lab = await openJobLab(product)
    const { jobs } = await lab.start()
    const effect = { name: 'test.effect', input: z.strictObject({}), place: 'workspace' } as const
    const seen: string[] = []
    jobs.engine.handle('host', effect, async () => void seen.push('effect'))
    const requests = accountRequests({ jobs: jobs.engine, vault: hidden })
    requests.handle({
      answer: async (request) => {
        seen.push(JSON.stringify(request))
        await jobs.engine.add([{ orgId: 'instance', plugin: 'host', kind: effect, input: {} }])
        if (seen.length === 1) throw new Error('The process dies here.')
      },
      sweep: async () => void seen.push('sweep'),
    })
    await requests.add(reset)
    await jobs.settle()
    assert.deepEqual(seen, [JSON.stringify(reset)], 'what the first attempt did is undone')
    lab.clock.now += 60_000
    await jobs.settle()
    assert.deepEqual(seen.slice(1).toSorted(), ['effect', 'sweep', JSON.stringify(reset)])
  })
}
