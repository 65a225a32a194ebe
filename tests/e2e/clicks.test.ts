/** How many clicks a task takes from the overview, as the browser counts them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectAgent } from '../spec/lab/agents.ts'
import { startReceiver, type WebhookReceiver } from '../spec/lab/webhook-receiver.ts'
import { openStage, type Stage } from './lab/stage.ts'

describe('clicks from the overview', () => {
  let stage: Stage
  let receiver: WebhookReceiver

  before(async () => {
    receiver = await startReceiver()
    stage = await openStage({ env: { HOST_SAFEHTTP_ALLOW: new URL(receiver.url).host } })
  })

  after(async () => {
    await stage?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
  })

  /** A page that counts its clicks. */
  async function open(): Promise<Page> {
    const page = await stage.open()
    await page.addInitScript(() => {
      addEventListener(
        'click',
        ({ isTrusted }) => {
          if (isTrusted) sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
        },
        true,
      )
    })
    return page
  }

  const clicksOn = (page: Page): Promise<number> => page.evaluate(() => Number(sessionStorage.getItem('clicks')))

  test('an agent is connected in 2, with a command that works', async () => {
    const page = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/admin')
    await page.getByRole('main').getByRole('link', { name: 'Connect an AI agent' }).click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const command = page.getByRole('group', { name: 'Shell' }).filter({ hasText: 'claude mcp add' })
    await command.waitFor()
    assert.equal(await clicksOn(page), 2)
    await page.getByRole('button', { name: 'Copy code' }).first().click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const [, secret = ''] = /'Authorization: Bearer (host_\w+)'/.exec(copied) ?? []
    {
      await using agent = await connectAgent(stage.url, secret)
      assert.ok((await agent.listTools()).tools.length > 0)
    }
    await page.goto('/admin')
    await page.getByRole('main').getByRole('link', { name: 'Connect an AI agent Done' }).waitFor()
    await page.context().close()
  })

  test('a webhook is added in 4, with the delivery of a test event in sight', async () => {
    const page = await open()
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Add webhook endpoint' }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
    await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByRole('complementary', { name: 'Delivery' }).getByText('Delivered', { exact: true }).waitFor()
    assert.equal(await clicksOn(page), 4)
    await page.context().close()
  })
})
