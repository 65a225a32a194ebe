import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workspaces } from '@host/plugin/platform'
import { labHost, type LabPerson } from '../../testing/lab-host.ts'
import { crmPlugin } from '../../testing/database/crm-plugin.ts'
import { testDatabases } from '../../testing/database/test-databases.ts'

const databases = { SQLite: async () => ({}), PostgreSQL: onPostgres }

async function onPostgres(): Promise<Record<string, string>> {
  const database = await testDatabases.find(({ dialect }) => dialect === 'postgres')?.create()
  return { HOST_DATABASE_URL: database?.url ?? '' }
}

interface Exported {
  readonly tables: Readonly<Record<string, readonly unknown[]>>
  readonly blobs: readonly unknown[]
}

async function answer(person: LabPerson, call: string, body: unknown = {}): Promise<Record<string, unknown>> {
  const [method = '', path = ''] = call.split(' ')
  const response = await person.call(method, path, method === 'POST' ? { body } : {})
  const text = await response.text()
  return { status: response.status, ...(text === '' ? {} : (JSON.parse(text) as object)) }
}

async function addFile(person: LabPerson, dealId: string): Promise<Record<string, unknown>> {
  const response = await person.call('POST', `/api/x/crm/deals/${dealId}/files`, {
    headers: { 'content-type': 'text/plain', 'idempotency-key': crypto.randomUUID(), 'x-file-name': 'a.txt' },
    body: 'contents of the file',
  })
  return { status: response.status, ...((await response.json()) as object) }
}

for (const [name, environment] of Object.entries(databases)) {
  test(`§P93 §P94 a deal ends with its files and its reminder, and stays while it has an invoice (${name})`, async (context) => {
    const { host, person } = await labHost(context, [crmPlugin], { environment: await environment() })
    const [mine, theirs] = [await person('owner'), await person('member', 'Elsewhere')]
    const deal = await answer(mine, 'POST /api/x/crm/deals', { title: 'One' })
    const other = await answer(theirs, 'POST /api/x/crm/deals', { title: 'Other' })
    const file = await addFile(mine, String(deal['id']))
    assert.equal(file['status'], 200)

    const foreign = await addFile(mine, String(other['id']))
    const unknown = await addFile(mine, 'deal_none')
    assert.deepEqual([foreign['status'], foreign['code']], [404, 'not_found'])
    assert.equal(foreign['detail'], unknown['detail'])
    assert.equal((await answer(mine, `POST /api/x/crm/deals/${String(other['id'])}/invoices`))['status'], 404)

    const look = `GET /api/x/crm/facts?key=${String(file['key'])}&job=${String(deal['reminder'])}`
    assert.deepEqual(await answer(mine, look), { status: 200, hasBlob: true, hasJob: true })
    assert.deepEqual(await answer(theirs, look), { status: 200, hasBlob: false, hasJob: false })
    const billed = await answer(mine, 'POST /api/x/crm/deals', { title: 'Billed' })
    await answer(mine, `POST /api/x/crm/deals/${String(billed['id'])}/invoices`)
    const inUse = await answer(mine, `DELETE /api/x/crm/deals/${String(billed['id'])}`)
    assert.deepEqual([inUse['status'], inUse['detail']], [409, 'Other records refer to this one.'])

    assert.equal((await answer(theirs, `DELETE /api/x/crm/deals/${String(deal['id'])}`))['status'], 404)
    assert.deepEqual(await answer(mine, look), { status: 200, hasBlob: true, hasJob: true })
    assert.equal((await answer(mine, `DELETE /api/x/crm/deals/${String(deal['id'])}`))['status'], 204)
    assert.deepEqual(await answer(mine, look), { status: 200, hasBlob: false, hasJob: false })

    const exported = await host
      .lookup(Workspaces)
      ?.export({ orgId: mine.orgId, actorId: mine.userId }, AbortSignal.timeout(10_000))
    const { tables, blobs } = (await new Response(exported).json()) as Exported
    assert.equal(tables['crm_deals']?.length, 1)
    assert.deepEqual([tables['crm_files'], blobs], [[], []])
    assert.equal(tables['crm_invoices']?.length, 1)
  })
}
