import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { editionTemplate } from '../lab/edition-template.ts'
import { hostModelParts } from '../../../packages/host/src/models/host-models.ts'
import { storagePartTitle } from '../../../plugins/instance/server/storage-part-title.ts'
import type { InstanceWorkspace } from '../../../plugins/instance/shared.ts'
import { emailOf, password } from '../lab/people.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import { unhurried } from '../lab/unhurried.ts'
import { until } from '@host/host/testing/until'

interface Workspaces {
  readonly items: readonly InstanceWorkspace[]
}

const path = '/api/instance/workspaces'

for (const product of testDatabases) {
  test(`§P70 the console shows the storage of each workspace, by the parts of the product (${product.name})`, async () => {
    const database = await product.create(editionTemplate())
    try {
      {
        await using first = await startSpecHost({ at: database, environment: unhurried })
        const { ben } = await first.people()
        assert.equal((await ben.get(path)).status, 403)
      }
      await forgetCounts(database)
      await using host = await startSpecHost({ at: database, environment: unhurried })
      const ada = await host.visitor().signIn(emailOf('ada'), password)
      const read = async (language: string) =>
        (await ada.get<Workspaces>(path, { 'accept-language': language })).body.items
      // The first count begins with the start; it is waited for, since nothing counts for a request.
      const isCounted = ({ storage }: Workspaces['items'][number]) =>
        storage?.parts.some(({ name }) => name === 'storage') === true
      await until(async () => (await read('en')).every(isCounted))
      const items = await read('en')
      for (const { storage } of items) {
        const audit = storage?.parts.find(({ name }) => name === 'audit')
        assert.equal(audit?.title, 'Audit log')
        assert.ok((audit?.bytes ?? 0) > 0 && (audit?.rows ?? 0) > 0)
        const sum = storage?.parts.reduce((total, { bytes }) => total + bytes, 0)
        assert.equal(storage?.bytes, sum)
      }
      const [chinese] = await read('zh')
      assert.equal(chinese?.storage?.parts.find(({ name }) => name === 'audit')?.title, '审计日志')
    } finally {
      await database[Symbol.asyncDispose]()
    }
  })
}

/** As it is before the first count. */
async function forgetCounts(database: TestDatabase): Promise<void> {
  const opened = await database.open()
  await opened.run({ sql: 'delete from host_storage', parameters: [], writes: true, tenant: undefined })
  await opened.close()
}

test('§P70 every part of the host has a name in both languages', () => {
  for (const part of Object.keys(hostModelParts)) {
    assert.match(storagePartTitle(part, 'en'), /^[A-Z]/, part)
    assert.match(storagePartTitle(part, 'zh'), /[\u4E00-\u9FFF]/, part)
  }
})
