/** Addresses of endpoints hold credentials: nothing that is stored, listed, logged or exported has more of one than its host. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { changeEndpoint, listDeliveries, readDelivery, readEndpoint, sendTest } from '../shared.ts'
import { answers, openWebhookLab, type WebhookLab } from './testing/webhook-lab.ts'

const secret = 'zq7Kx02MvTb9LpWd'

const read = async ({ host }: WebhookLab, id: string) => await host.as('admin').call(readEndpoint, { id })

const sqliteBusy = 5

/** @returns whether the database was free */
function tryWrite(path: string, sql: string): boolean {
  using database = new DatabaseSync(path)
  try {
    database.exec(sql)
    return true
  } catch (error) {
    if ((error as { readonly errcode?: number }).errcode !== sqliteBusy) throw error
    return false
  }
}

/** A lab whose database is a file that the test reads, with its write-ahead log. */
async function openWithFile(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'host-sealed-'))
  const path = join(folder, 'host.db')
  const lab = await openWebhookLab({ HOST_DATABASE_URL: path })
  const written = async (): Promise<string> => {
    const files = await readdir(folder, { withFileTypes: true })
    const texts = files.filter((file) => file.isFile()).map(({ name }) => readFile(join(folder, name), 'latin1'))
    return (await Promise.all(texts)).join('')
  }
  // The host may hold a transaction that needs this thread to end, so a wait inside SQLite could last for ever.
  const write = async (sql: string): Promise<void> => {
    await context.waitFor(() => assert.ok(tryWrite(path, sql)), { interval: 5, timeout: 60_000 })
  }
  const row = (): string => {
    using database = new DatabaseSync(path, { readOnly: true })
    return JSON.stringify(database.prepare('select * from webhooks_endpoints').all())
  }
  const close = async (): Promise<void> => {
    await lab[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...lab, written, write, row, [Symbol.asyncDispose]: close }
}

test('§P64 an address is shown and stored without its path and query, and messages still arrive', async (context) => {
  await using lab = await openWithFile(context)
  const { id } = await lab.add(lab.site.at(`/${secret}/hook?apikey=${secret}`, answers(200)))
  const shown = await read(lab, id)
  assert.match(shown.url, /^http:\/\/[^/]+\/…\w{4}$/)
  await lab.publish('nte_1')
  assert.equal(lab.site.requests.length, 1)
  const [delivery] = (await lab.host.as('admin').call(listDeliveries, { id })).items
  assert.equal(delivery?.state, 'delivered')
  const details = await lab.host.as('admin').call(readDelivery, { id, deliveryId: delivery?.id ?? '' })
  const said = JSON.stringify([details, shown, lab.host.logs, lab.notifications])
  assert.ok(!said.includes(secret), said)
  const written = await lab.written()
  assert.ok(written.includes('webhook.created') && written.includes(shown.url.slice(0, 12)))
  assert.ok(!written.includes(secret), 'every column, index and the write-ahead log')
})

test('§P64 a shown address that is sent back changes nothing, and an altered one is refused', async (context) => {
  await using lab = await openWithFile(context)
  const { id } = await lab.add(lab.site.at(`/${secret}`, answers(200)))
  const { url } = await read(lab, id)
  const patch = async (given: string) => await lab.host.as('admin').call(changeEndpoint, { id, url: given })
  assert.equal((await patch(url)).url, url)
  await assert.rejects(patch(`${url}x`), { code: 'invalid_input' })
  await lab.publish('nte_1')
  assert.equal(lab.got(`/${secret}`).length, 1)
  const next = lab.site.at(`/${secret}/next`, answers(200))
  await patch(next)
  await lab.publish('nte_2')
  assert.equal(lab.got(`/${secret}/next`).length, 1)
  const written = await lab.written()
  assert.ok(written.includes('webhook.changed') && !written.includes(secret))
})

test('§P64 an answer that repeats its address is kept without it', async (context) => {
  await using lab = await openWithFile(context)
  const url = lab.site.at(`/${secret}`, (_request, response) => void response.writeHead(404).end(`No ${secret} here`))
  const { id } = await lab.add(url)
  const { deliveryId } = await lab.host.as('admin').call(sendTest, { id })
  await lab.host.settleJobs()
  const details = await lab.host.as('admin').call(readDelivery, { id, deliveryId })
  assert.equal(details.tries[0]?.status, 404)
  assert.ok(!JSON.stringify(details).includes(secret))
})

test('§P64 an address that a host from before sealing wrote works as it is, and the next sweep seals it', async (context) => {
  await using lab = await openWithFile(context)
  const url = lab.site.at(`/${secret}`, answers(200))
  const { id } = await lab.add(url)
  await lab.write(`update webhooks_endpoints set url = '${url}', address = null`)
  await lab.publish('nte_1')
  assert.equal(lab.got(`/${secret}`).length, 1)
  assert.ok(!(await read(lab, id)).url.includes(secret))
  lab.host.clock.advance({ hours: 2 })
  await lab.host.settleJobs()
  assert.ok(!lab.row().includes(secret))
  await lab.publish('nte_2')
  assert.equal(lab.got(`/${secret}`).length, 2)
})
