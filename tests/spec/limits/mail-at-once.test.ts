import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createTestHost } from '../../../packages/testing/src/create-test-host.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { hostTables } from '@host/host/testing/database/host-tables'
import { plugin } from '../../../plugins/mail/server/index.ts'
import { rotateInbound } from '../../../plugins/mail/shared.ts'

for (const product of testDatabases) {
  suite(`§P8 mail, calls at once on ${product.name}`, () => {
    test('switch receiving by HTTP on once, each with a secret', async (context) => {
      const fresh = await product.create(hostTables)
      const environment = { HOST_DATABASE_URL: fresh.url, HOST_PUBLIC_URL: 'http://host.test' }
      const host = await createTestHost({ plugins: [plugin], environment })
      context.after(async () => {
        await host.close()
        await fresh[Symbol.asyncDispose]()
      })
      const owner = host.as('owner')
      const made = await Promise.all(Array.from({ length: 4 }, () => owner.call(rotateInbound, {})))
      assert.deepEqual(
        [new Set(made.map(({ path }) => path)).size, new Set(made.map(({ secret }) => secret)).size],
        [1, 4],
      )
    })
  })
}
