/** The CRM of the examples and its report, composed and used as people, agents and other systems use them. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { labels } from '../../examples/crm/shared/texts.ts'
import { allScopes, connectAgent, mintToken } from '../spec/lab/agents.ts'
import { until } from '../../packages/host/testing/until.ts'
import { startReceiver, type WebhookReceiver } from '../spec/lab/webhook-receiver.ts'
import { composedCrm } from './lab/composed.ts'
import { openInPlace, openSettled } from './lab/settle.ts'
import { assertSound, measureShifts } from './lab/soundness.ts'
import { openStage, type Look, type Stage } from './lab/stage.ts'

const contract = Buffer.from('%PDF-1.4\n%%EOF')

const looks = [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'zh', theme: 'dark', width: 390 },
] as const satisfies readonly Look[]

describe('the CRM of the examples', () => {
  let stage: Stage
  let receiver: WebhookReceiver
  let page: Page
  /** The ids of the deals by name, and of the contact. */
  const ids = new Map<string, string>()

  before(async () => {
    receiver = await startReceiver()
    const executable = await composedCrm()
    stage = await openStage({ executable, env: { HOST_SAFEHTTP_ALLOW: new URL(receiver.url).host } })
    page = await stage.open()
  })

  after(async () => {
    await stage?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
  })

  const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true })
  const idIn = (path: string): string => path.split('/').at(-1) ?? ''

  /** Creates a record in the dialog of its list. */
  async function create(one: string, fields: Readonly<Record<string, string>>): Promise<void> {
    await button(`New ${one}`).first().click()
    const dialog = page.getByRole('dialog')
    for (const [label, value] of Object.entries(fields)) {
      const field = dialog.getByLabel(new RegExp(`^${label}`))
      await field.fill(value)
      if ((await field.getAttribute('role')) === 'combobox') await page.getByRole('option', { name: value }).click()
    }
    await button('Create', dialog).click()
    await dialog.waitFor({ state: 'detached' })
    const link = page.getByRole('link', { name: fields['Name'] ?? '', exact: true }).first()
    ids.set(fields['Name'] ?? '', idIn((await link.getAttribute('href')) ?? ''))
  }

  const card = (name: string) => page.locator('[data-card]').filter({ hasText: name })
  const lane = (stageName: string) => page.locator(`[data-column=${stageName}]`)
  const inLane = async (stageName: string, name: string) =>
    await lane(stageName).locator('[data-card]').filter({ hasText: name }).waitFor()

  const centerOf = async (element: Locator) => {
    const box = await element.boundingBox()
    if (box === null) throw new Error('It is not shown.')
    return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 40) }
  }

  test('a contact and deals are created in their pages', async () => {
    await openSettled(page, '/admin/contacts')
    await create('contact', { Name: 'Ada', Email: 'ada@harbor.example', Company: 'Harbor Ltd', 'Tax ID': 'DE 123 456' })
    await openSettled(page, '/admin/deals')
    await create('deal', { Name: 'Harbor Bakery', Contact: 'Ada', Owner: 'Owner', Amount: '1250' })
    await create('deal', { Name: 'North Press', Amount: '99.50' })
    await create('deal', { Name: 'Old Mill' })
    await page.getByRole('row').filter({ hasText: 'Harbor Bakery' }).getByText('€1,250.00').waitFor()
  })

  test('a card is moved by mouse, by touch and by keyboard, and the last win reaches a webhook', async () => {
    const made = await stage.visitor.post('/api/webhooks', { url: receiver.url, events: ['deal.won'] })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await openSettled(page, '/admin/pipeline')

    const [from, to] = [await centerOf(card('North Press')), await centerOf(lane('lost'))]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 8 })
    await page.mouse.up()
    await inLane('lost', 'North Press')

    const session = await page.context().newCDPSession(page)
    await dragByTouch(session, await centerOf(card('Old Mill')), await centerOf(lane('qualified')))
    await inLane('qualified', 'Old Mill')

    await card('Harbor Bakery').focus()
    for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    await inLane('won', 'Harbor Bakery')

    await until(() => receiver.received.length === 1)
    const { type, data } = JSON.parse(receiver.received[0]?.text ?? '') as { type: string; data: object }
    const deal = { dealId: ids.get('Harbor Bakery'), name: 'Harbor Bakery', amount: 125_000, currency: 'EUR' }
    assert.deepEqual([type, data], ['deal.won', deal])
    await page.reload()
    await inLane('won', 'Harbor Bakery')
  })

  test('the palette finds a deal, whose page takes a note and a file', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('harbor bak')
    await page
      .getByRole('option', { name: /Harbor Bakery/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Harbor Bakery' }).waitFor()
    const contact = page.getByRole('link', { name: 'Ada', exact: true })
    assert.equal(await contact.getAttribute('href'), `/admin/@acme/contacts/${ids.get('Ada')}`)

    await button('New note').click()
    await page.getByRole('dialog').getByLabel('Note').fill('Called today.\nSend the contract.')
    await button('Create', page.getByRole('dialog')).click()
    await page.getByRole('list', { name: 'Notes' }).getByText('Send the contract.').waitFor()

    const path = join(tmpdir(), `contract-${process.pid}.pdf`)
    await writeFile(path, contract)
    await page.locator('input[type=file]').setInputFiles(path)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /contract-\d+\.pdf/ }).click(),
    ])
    const chunks = await (await download.createReadStream()).toArray()
    assert.deepEqual(Buffer.concat(chunks as Buffer[]), contract)
  })

  test('an admin reveals the tax ID of a contact, which the page did not have before', async () => {
    await openSettled(page, `/admin/contacts/${ids.get('Ada')}`)
    await page.getByRole('link', { name: 'Harbor Bakery' }).waitFor()
    assert.ok(!(await page.content()).includes('DE 123 456'))
    await button('Show tax ID').click()
    await page.getByRole('group', { name: 'tax ID' }).waitFor()
    await page.getByText('DE 123 456').waitFor()
  })

  test('the report charts the won deal', async () => {
    await openSettled(page, '/admin/won-deals')
    await page.getByRole('figure').locator('figcaption', { hasText: 'Won deals in EUR' }).waitFor()
    assert.match((await page.getByRole('table').textContent()) ?? '', /€1,250\.00/)
  })

  test('an agent reads the deals and the report, moves a deal, and waits for an approval to delete one', async () => {
    const token = await mintToken(stage.visitor, await allScopes(stage.visitor))
    await using agent = await connectAgent(stage.url, token)
    const call = async (name: string, input: Record<string, unknown> = {}) =>
      (await agent.callTool({ name, arguments: input })).structuredContent as Readonly<Record<string, unknown>>
    const { items } = await call('crm_list_deals', { stage: 'won' })
    assert.deepEqual(
      (items as { name: string }[]).map(({ name }) => name),
      ['Harbor Bakery'],
    )
    const { sums } = await call('crm-report_list_won_deals')
    assert.deepEqual(sums, [{ currency: 'EUR', amounts: [125_000] }])
    const { stage: moved } = await call('crm_update_deal', { id: ids.get('Old Mill'), stage: 'lost' })
    assert.equal(moved, 'lost')
    const { approvalId } = await call('crm_delete_deal', { id: ids.get('Old Mill') })
    assert.equal(typeof approvalId, 'string')
  })

  for (const [turn, look] of looks.entries()) {
    test(`every page is sound: ${Object.values(look).join(', ')}`, async () => {
      const shown = await stage.open(look)
      await measureShifts(shown.context())
      const [deal, contact] = [ids.get('Harbor Bakery') ?? '', ids.get('Ada') ?? '']
      const paths = ['deals', `deals/${deal}`, 'pipeline', 'contacts', `contacts/${contact}`, 'won-deals']
      for (const [place, path] of paths.entries()) {
        // Each page is loaded in one look, and reached from the last one in the other.
        await (place % looks.length === turn ? openSettled : openInPlace)(shown, `/admin/${path}`)
        await assertSound(shown)
      }
      await openInPlace(shown, '/admin/deals')
      await shown.getByRole('heading', { level: 1, name: labels.deals.many[look.language] }).waitFor()
      await shown.context().close()
    })
  }
})

type Point = { readonly x: number; readonly y: number }

/** A long press on one point, and a way to another one. */
async function dragByTouch(session: CDPSession, from: Point, to: Point): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point === undefined ? [] : [point] })
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await send('touchStart', from)
  // A real wait: a touch drags once it has rested.
  await new Promise((done) => setTimeout(done, 500))
  for (let step = 1; step <= 8; step++) {
    await send('touchMove', { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 })
  }
  await send('touchEnd')
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
}
