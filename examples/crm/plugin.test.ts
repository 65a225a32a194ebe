import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import {
  Blobs,
  DeclaredSettings,
  definePlugin,
  Events,
  Jobs,
  Notifications,
  serviceToken,
  type Notification,
} from '@host/plugin'
import type { RecordOf } from '@host/plugin/zod'
import { createTestHost, TestCallError, type TestHost } from '@host/testing'
import { Deals, type Mount } from './declarations.ts'
import { plugin } from './plugin.ts'
import { addFile, contacts, deals, downloadFile, files, notes } from './shared.ts'

/** A host with the plugin, what it sends, and its own context. */
async function start(environment: Readonly<Record<string, string>> = {}) {
  const sent: Notification[] = []
  const published: unknown[] = []
  let ctx: Mount['ctx'] | undefined
  const crm = definePlugin({
    ...plugin,
    mount(mux, own) {
      ctx = own
      return plugin.mount(mux, own)
    },
  })
  const listener = definePlugin({
    name: 'listener',
    info: { title: 'Listener', description: 'Records messages', icon: 'bell', category: 'Test', api: '^1' },
    models: [],
    mount(_, own) {
      own.provide(Notifications, { notify: async (_plugin, one) => void ('title' in one && sent.push(one)) })
      own.lookup(Events)?.subscribe('wins', 'deal.won', async (_scope, { data }) => void published.push(data))
    },
  })
  const host = await createTestHost({ plugins: [crm, listener], environment })
  if (ctx === undefined) throw new Error('The plugin was not mounted.')
  return { host, sent, published, ctx }
}

/** The host's workspaces, as far as these tests use them. */
const Workspaces = serviceToken<{
  change(actor: { orgId: string; actorId: string }, changes: { timeZone: string }): Promise<unknown>
  export(actor: { orgId: string; actorId: string }, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
}>('core.workspaces')

const isRefusedWith = (status: number) => (error: unknown) => error instanceof TestCallError && error.status === status

const contract = new File(['%PDF-1.4\n%%EOF'], 'contract.pdf', { type: 'application/pdf' })

/** A deal with a note and a file. */
async function fullDeal(host: TestHost) {
  const member = host.as('member')
  const deal = await member.call(deals.endpoints.create, { name: 'Harbor Bakery' })
  const note = await member.call(notes.endpoints.create, { text: 'Called today.\nCall again.', deal: deal.id })
  const file = await member.upload(addFile, { deal: deal.id, file: contract })
  return { deal, note, file }
}

test('another workspace reaches no deal, note or file, and refers to none', async () => {
  const { host } = await start()
  await using _ = host
  const { deal, note, file } = await fullDeal(host)
  const other = host.as('otherOwner')
  for (const call of [
    () => other.call(deals.endpoints.read, { id: deal.id }),
    () => other.call(deals.endpoints.change, { id: deal.id, name: 'Mine' }),
    () => other.call(deals.endpoints.remove, { id: deal.id }),
    () => other.call(notes.endpoints.read, { id: note.id }),
    () => other.call(files.endpoints.remove, { id: file.id }),
    () => other.call(downloadFile, { id: file.id }),
    () => other.upload(addFile, { deal: deal.id, file: contract }),
  ]) {
    await assert.rejects(call, isRefusedWith(404))
  }
  const created = other.call(notes.endpoints.create, { text: 'Here', deal: deal.id })
  await assert.rejects(created, isRefusedWith(400))
  for (const { list } of [deals.endpoints, notes.endpoints, files.endpoints]) {
    assert.deepEqual((await other.call(list)).items, [])
  }
})

test('a tax ID is shown to admins of its workspace alone', async () => {
  const { host } = await start()
  await using _ = host
  const created = await host.as('member').call(contacts.endpoints.create, { name: 'Ada', taxId: 'DE 123' })
  assert.equal(created.taxId, true)
  const reveal = (person: 'admin' | 'member' | 'otherOwner') =>
    host.as(person).call(contacts.endpoints.reveal, { id: created.id, field: 'taxId' })
  assert.deepEqual(await reveal('admin'), { value: 'DE 123' })
  await assert.rejects(() => reveal('member'), isRefusedWith(403))
  await assert.rejects(() => reveal('otherOwner'), isRefusedWith(404))
})

test('a file is downloaded as it was, and goes with its deal as the notes do', async () => {
  const { host, ctx } = await start()
  await using _ = host
  const { deal, note, file } = await fullDeal(host)
  const member = host.as('member')
  const answer = await member.get(`/api/x/crm/files/${file.id}/content`)
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="contract\.pdf"/)
  assert.equal(await answer.text(), await contract.text())
  const blobs = async () => (await ctx.lookup(Blobs)?.list(host.workspaces.here, '', { limit: 10 }))?.length
  assert.equal(await blobs(), 1)
  await member.call(deals.endpoints.remove, { id: deal.id })
  await assert.rejects(() => member.call(notes.endpoints.read, { id: note.id }), isRefusedWith(404))
  await assert.rejects(() => member.call(files.endpoints.read, { id: file.id }), isRefusedWith(404))
  assert.equal(await blobs(), 0)
})

test('an export of the workspace has the file and no tax ID, and nothing of a deal that was deleted', async () => {
  const { host } = await start()
  await using _ = host
  const { deal } = await fullDeal(host)
  const owner = host.as('owner')
  await owner.call(contacts.endpoints.create, { name: 'Ada', taxId: 'DE 123' })
  const actor = { orgId: host.workspaces.here, actorId: host.userIds.owner }
  const exported = async () => {
    const file = await host.service(Workspaces).export(actor, AbortSignal.timeout(10_000))
    const text = await new Response(file).text()
    assert.ok(!text.includes('DE 123'))
    const { tables, blobs } = JSON.parse(text) as Exported
    const own = Object.entries(tables).filter(([name]) => name.startsWith('crm_'))
    return { rows: own.map(([name, rows]) => [name, rows.length]), contents: blobs.map(({ content }) => content) }
  }
  assert.deepEqual(await exported(), {
    rows: [
      ['crm_contacts', 1],
      ['crm_deals', 1],
      ['crm_files', 1],
      ['crm_notes', 1],
    ],
    contents: [new Uint8Array(await contract.arrayBuffer()).toBase64()],
  })
  await owner.call(deals.endpoints.remove, { id: deal.id })
  assert.deepEqual(await exported(), {
    rows: [
      ['crm_contacts', 1],
      ['crm_deals', 0],
      ['crm_files', 0],
      ['crm_notes', 0],
    ],
    contents: [],
  })
})

interface Exported {
  readonly tables: Readonly<Record<string, readonly unknown[]>>
  readonly blobs: readonly { readonly content: string }[]
}

test('a win is dated and published once, and its owner is notified', async () => {
  const { host, sent, published, ctx } = await start()
  await using _ = host
  const member = host.as('member')
  const owner = host.userIds.admin
  const lead = { name: 'Harbor Bakery', owner, amount: 125_000 }
  const { id } = await member.call(deals.endpoints.create, lead)
  const change = (stage: RecordOf<typeof deals>['stage']) => member.call(deals.endpoints.change, { id, stage })
  const wonAt = async () => {
    const db = ctx.db.inWorkspace(host.workspaces.here, 'read the day of a win')
    return (await db.selectFrom('crm_deals').select('won_at').executeTakeFirstOrThrow()).won_at
  }
  await change('qualified')
  assert.equal(await wonAt(), null)
  await change('won')
  await member.call(deals.endpoints.change, { id, closesOn: '2026-12-24' })
  assert.equal(await wonAt(), new Date(host.clock.now()).toISOString())
  await host.settleJobs()
  assert.deepEqual(published, [{ dealId: id, name: 'Harbor Bakery', amount: 125_000, currency: 'EUR' }])
  assert.deepEqual(
    sent.map(({ to, body, path }) => ({ to, body, path })),
    [{ to: { orgId: host.workspaces.here, userId: owner }, body: 'Harbor Bakery', path: `/deals/${id}` }],
  )
  await change('lost')
  assert.equal(await wonAt(), null)
})

/** Moves the clock to a time of the next Monday, and past the ten minutes over which workspaces are spread. */
async function passMonday(host: TestHost): Promise<void> {
  const now = new Date(host.clock.now())
  const days = (8 - now.getUTCDay()) % 7 || 7
  const nine = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 9, 1)
  host.clock.advance({ seconds: Math.round((nine - now.getTime()) / 1000) })
  await host.settleJobs()
  host.clock.advance({ minutes: 11 })
  await host.settleJobs()
}

test('owners are reminded of stale deals on Monday, by the rule of their workspace', async () => {
  const { host, sent } = await start()
  await using _ = host
  const [member, owner] = [host.as('member'), host.userIds.member]
  const add = async (name: string, stage: 'lead' | 'lost') =>
    await member.call(deals.endpoints.create, { name, owner, stage })
  await add('Harbor Bakery', 'lead')
  await add('North Press', 'lost')
  await host.settleJobs()
  await passMonday(host)
  assert.deepEqual(sent, [])
  const here = { kind: 'workspace', orgId: host.workspaces.here } as const
  await host.service(DeclaredSettings).save('crm', here, { staleAfterDays: 1 })
  await passMonday(host)
  assert.deepEqual(
    sent.map(({ to, body }) => ({ to, body })),
    [{ to: { orgId: host.workspaces.here, userId: owner }, body: 'Harbor Bakery' }],
  )
})

/** A company directory that knows one domain. */
async function openDirectory() {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === '/harbor.example') response.end(JSON.stringify({ name: 'Harbor Ltd' }))
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, asked, [Symbol.asyncDispose]: async () => void server.close() }
}

test('the company of a new contact is looked up by its domain, where the workspace names a directory', async () => {
  await using directory = await openDirectory()
  const { host, ctx } = await start({ HOST_SAFEHTTP_ALLOW: directory.address })
  await using _ = host
  const member = host.as('member')
  const companyOf = async (email: string, company?: string) => {
    const { id } = await member.call(contacts.endpoints.create, { name: 'Ada', email, company })
    await host.settleJobs()
    return (await member.call(contacts.endpoints.read, { id })).company
  }
  assert.equal(await companyOf('ada@harbor.example'), null)
  const db = ctx.db.inWorkspace(host.workspaces.here, 'read the look-up')
  assert.deepEqual(await db.selectFrom('crm_contacts').select('lookup').execute(), [{ lookup: null }])
  const here = { kind: 'workspace', orgId: host.workspaces.here } as const
  const companyDirectory = `http://${directory.address}/`
  await host.service(DeclaredSettings).save('crm', here, { companyDirectory })
  assert.equal(await companyOf('ada@harbor.example'), 'Harbor Ltd')
  assert.equal(await companyOf('ada@unknown.example'), null)
  assert.equal(await companyOf('ada@harbor.example', 'Own name'), 'Own name')
  assert.deepEqual(directory.asked, ['/harbor.example', '/unknown.example'])
})

test('a contact takes its waiting look-up along', async () => {
  const { host, ctx } = await start()
  await using _ = host
  const [orgId, owner] = [host.workspaces.here, host.as('owner')]
  await host
    .service(DeclaredSettings)
    .save('crm', { kind: 'workspace', orgId }, { companyDirectory: 'http://127.0.0.1:1/' })
  const { id } = await owner.call(contacts.endpoints.create, { name: 'Ada', email: 'ada@harbor.example' })
  await host.settleJobs()
  const db = ctx.db.inWorkspace(orgId, 'read the look-up')
  const { lookup } = await db.selectFrom('crm_contacts').select('lookup').executeTakeFirstOrThrow()
  const status = async () => (await ctx.lookup(Jobs)?.status(orgId, lookup ?? ''))?.state
  assert.equal(await status(), 'waiting')
  await owner.call(contacts.endpoints.remove, { id })
  assert.equal(await status(), undefined)
})

test('the palette finds deals and contacts by name, and contacts by email', async () => {
  const { host, ctx } = await start()
  await using _ = host
  const member = host.as('member')
  await member.call(contacts.endpoints.create, { name: 'Ada', email: 'ada@harbor.example' })
  await member.call(deals.endpoints.create, { name: 'Harbor Bakery' })
  const db = ctx.db.inWorkspace(host.workspaces.here, 'search')
  const scope = { db, role: 'member', language: 'en' } as never
  const hits = await plugin.search?.(scope, 'harbor', ctx)
  assert.deepEqual(
    hits?.map(({ title, detail }) => [title, detail]),
    [
      ['Harbor Bakery', 'Deal'],
      ['Ada', 'Contact'],
    ],
  )
})

test('other plugins read the won deals by the months of the workspace', async () => {
  const { host, ctx } = await start()
  await using _ = host
  const [orgId, owner] = [host.workspaces.here, host.as('owner')]
  const win = (amount: number, currency: 'EUR' | 'JPY') =>
    owner.call(deals.endpoints.create, { name: 'Harbor Bakery', stage: 'won', amount, currency })
  const [first, second, third] = [await win(100, 'EUR'), await win(20, 'EUR'), await win(7, 'JPY')]
  await owner.call(deals.endpoints.create, { name: 'Open', amount: 1000 })
  await host.as('otherOwner').call(deals.endpoints.create, { name: 'Elsewhere', stage: 'won', amount: 5000 })
  // A month of Shanghai begins eight hours before that of UTC.
  const db = ctx.db.inWorkspace(orgId, 'date the wins')
  const at = async (id: string, won_at: string) =>
    await db.updateTable('crm_deals').set({ won_at }).where('id', '=', id).execute()
  await at(first.id, '2026-02-28T15:59:00.000Z')
  await at(second.id, '2026-02-28T16:01:00.000Z')
  await at(third.id, '2026-03-15T00:00:00.000Z')
  const sums = async () => await host.service(Deals).wonByMonth(orgId, new Date('2026-01-01'))
  const [february, march] = ['2026-02-01', '2026-03-01']
  assert.deepEqual(await sums(), [
    { currency: 'EUR', amount: 120, month: february },
    { currency: 'JPY', amount: 7, month: march },
  ])
  await host.service(Workspaces).change({ orgId, actorId: host.userIds.owner }, { timeZone: 'Asia/Shanghai' })
  assert.deepEqual(await sums(), [
    { currency: 'EUR', amount: 100, month: february },
    { currency: 'EUR', amount: 20, month: march },
    { currency: 'JPY', amount: 7, month: march },
  ])
})
