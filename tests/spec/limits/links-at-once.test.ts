import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { createTestHost } from '../../../packages/testing/src/create-test-host.ts'
import { testDatabases, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { hostTables } from '@host/host/testing/database/host-tables'
import { plugin } from '../../../plugins/links/server/index.ts'
import { createImport, createUtmTemplate, linkLimits, readImport, runImport } from '../../../plugins/links/shared.ts'

const url = 'https://www.example.com/'

for (const product of testDatabases) {
  suite(`§P8 links, calls at once on ${product.name}`, () => {
    test('never pass the limit of UTM templates together', async (context) => {
      const member = (await openHost(context, product)).as('member')
      const created = await Promise.allSettled(
        Array.from({ length: linkLimits.utmTemplates + 20 }, (_, at) =>
          member.call(createUtmTemplate, { name: `T ${at}`, source: 's' }),
        ),
      )
      assert.equal(created.filter(({ status }) => status === 'fulfilled').length, linkLimits.utmTemplates)
    })

    test('start one run of an import, whose report has the links that it created', async (context) => {
      const host = await openHost(context, product)
      const member = host.as('member')
      // So many that the first run still goes on when the last call arrives: a later one may start another.
      const rows = Array.from({ length: 300 }, (_, at) => `${url},a${at}\n`)
      const { id, mapping } = await member.call(createImport, {
        name: 'links.csv',
        text: `url,slug\n${rows.join('')}`,
      })
      const runs = await Promise.allSettled(
        Array.from({ length: 6 }, () => member.call(runImport, { id, mapping, dryRun: false })),
      )
      assert.equal(runs.filter(({ status }) => status === 'fulfilled').length, 1)
      await host.settleJobs()
      assert.equal((await member.call(readImport, { id })).report?.counts.new, rows.length)
    })
  })
}

async function openHost(context: TestContext, product: TestDatabaseProduct) {
  const fresh = await product.create(hostTables)
  const host = await createTestHost({
    plugins: [plugin],
    environment: {
      HOST_DATABASE_URL: fresh.url,
      HOST_PUBLIC_URL: 'http://host.test',
      HOST_SHARED_HOST: 'go.host.test',
    },
  })
  context.after(async () => {
    await host.close()
    await fresh[Symbol.asyncDispose]()
  })
  return host
}
