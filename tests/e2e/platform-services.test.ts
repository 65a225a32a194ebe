/** Background work, seen from its pages: declared settings, jobs and webhooks. In both languages as a soak. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { settingsTexts } from '../../examples/hello/settings.ts'
import { until } from '../../packages/host/testing/until.ts'
import { openSettled } from './lab/settle.ts'
import { openStage, type Stage } from './lab/stage.ts'
import { wordsOf, type Say } from './lab/words.ts'

const languages: readonly ('en' | 'zh')[] = process.env['HOST_SOAK'] === '1' ? ['en', 'zh'] : ['en']

/** A request as the receiver of webhooks got it. */
interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A customer's server: stores received messages, and answers as configured. */
async function openReceiver() {
  const received: Received[] = []
  const answer = { status: 200 }
  const server = createServer((request, response) => {
    void keep(request).then(() => response.writeHead(answer.status, { 'content-type': 'text/plain' }).end('Heard it.'))
  })
  async function keep(request: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ headers, body: Buffer.concat(chunks).toString() })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    received,
    answer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Whether a message verifies with the secret. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

describe('platform services in a browser', () => {
  let stage: Stage
  let receiver: Awaited<ReturnType<typeof openReceiver>>

  before(async () => {
    receiver = await openReceiver()
    stage = await openStage({ env: { HOST_SAFEHTTP_ALLOW: receiver.address } })
    for (const feature of ['gated', 'webhooks', 'hello']) {
      await stage.visitor.send('PUT', `/api/features/${feature}`, { body: { enabled: true } })
    }
  })

  after(async () => {
    await stage?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
  })

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  /** A question, as a dialog or as one that warns. */
  const asked = '[role=dialog], [role=alertdialog]'
  const waits = { method: 'PUT', path: '/api/x/gated/mood' } as const
  const setMood = async (mood: 'held' | 'well' | 'broken'): Promise<void> => {
    const { status } = await stage.visitor.send(waits.method, waits.path, { body: { mood } })
    assert.equal(status, 204)
  }

  for (const language of languages) {
    const texts = settingsTexts[language]
    const label = (key: keyof typeof texts): string => texts[key]

    async function save(page: Page, say: Say): Promise<void> {
      // The answer and not the note alone: that of the save before may still stand there.
      const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
      await button(page, say('sdk.form.save')).click()
      await stored
      await page.getByText(say('settings.section.saved')).first().waitFor()
    }

    async function wave(): Promise<string> {
      return (await stage.visitor.post<{ signature: string }>('/api/x/hello/wave')).body.signature
    }

    const signed = async (key: string): Promise<string> => {
      const { body } = await stage.visitor.get<{ user: { id: string } }>('/api/auth/me')
      return createHmac('sha256', key).update(body.user.id).digest('hex')
    }

    test(`§P32 §P33 a declared form keeps the secret behind its mask, and a wrong value names its field (${language})`, async () => {
      const [page, say] = [await stage.open({ language }), await wordsOf(language)]
      const key = page.getByLabel(label('settings.hello-rules.waveKey'))
      const longest = page.getByLabel(label('settings.hello-rules.longest'))
      await openSettled(page, '/admin/settings/hello-rules')
      await key.fill(`key of ${language}`)
      await save(page, say)
      assert.equal(await wave(), await signed(`key of ${language}`))
      await openSettled(page, '/admin/settings/hello-rules')
      assert.ok(!(await page.content()).includes(`key of ${language}`))
      await longest.fill('5')
      await button(page, say('sdk.form.save')).click()
      await page.locator('[aria-invalid=true]').waitFor()
      assert.equal(await longest.getAttribute('aria-invalid'), 'true')
      // A different value per language, since saving needs a change.
      const most = 20 + languages.indexOf(language)
      await longest.fill(String(most))
      await save(page, say)
      assert.equal(await wave(), await signed(`key of ${language}`), 'the mask kept the secret')
      const greeted = await stage.visitor.post<{ errors: readonly { path: string }[] }>('/api/x/hello/greetings', {
        text: 'a'.repeat(most + 1),
      })
      assert.deepEqual([greeted.status, greeted.body.errors[0]?.path], [400, 'text'])
      await page.context().close()
    })

    test(`§P34 instance and personal settings forms take effect (${language})`, async () => {
      const [page, say] = [await stage.open({ language }), await wordsOf(language)]
      const [closing, sign] =
        language === 'en'
          ? (['settings.hello-style.closing.options.wave', '👋'] as const)
          : (['settings.hello-style.closing.options.sun', '☀️'] as const)
      await openSettled(page, '/instance/settings/hello-pause')
      const paused = page.getByRole('switch', { name: label('settings.hello-pause.isPaused') })
      await paused.click()
      await page.getByLabel(label('settings.hello-pause.reason')).fill('The harbour sleeps.')
      await save(page, say)
      const refused = await stage.visitor.post<{ detail: string }>('/api/x/hello/greetings', { text: 'Hello' })
      assert.deepEqual([refused.status, refused.body.detail], [503, 'The harbour sleeps.'])
      await paused.click()
      await save(page, say)
      await openSettled(page, '/admin/settings/hello-style')
      await page.getByRole('radio', { name: label(closing) }).click()
      await save(page, say)
      const greeted = await stage.visitor.post<{ text: string }>('/api/x/hello/greetings', { text: 'Hello' })
      assert.equal(greeted.body.text, `Hello ${sign}`)
      await page.context().close()
    })

    test(`§P12 §P13 started work is seen on its page and in the console, and a failed job is retried (${language})`, async () => {
      const say = await wordsOf(language)
      const [page, jobs] = [await stage.open({ language }), await stage.open({ language })]
      // The host has jobs of its own, one of which may be waiting at any hour.
      const row = (state: string) =>
        jobs.locator('tr[data-row]', { hasText: 'Gated' }).filter({ hasText: say(`jobs.state.${state}`) })
      await setMood('held')
      await openSettled(page, '/admin/gated/chores')
      await button(page, 'Begin').click()
      await page.getByText('Half of it').waitFor()
      const first = page.url()
      await button(page, 'Begin').click()
      await page.getByText(say('sdk.job.waiting'), { exact: true }).waitFor()
      await openSettled(jobs, '/instance/jobs')
      await row('running').waitFor()
      await row('waiting').waitFor()
      await setMood('broken')
      await page.getByRole('alert').getByText(say('sdk.job.failedNext')).waitFor()
      await row('failed').nth(1).waitFor()
      assert.deepEqual([await row('running').count(), await row('waiting').count()], [0, 0])
      await setMood('well')
      await button(jobs, say('jobs.retryAll.label')).click()
      await jobs
        .locator(asked)
        .getByRole('button', { name: say('jobs.retryAll.label') })
        .click()
      await page.getByText(say('sdk.job.done'), { exact: true }).waitFor()
      await row('failed').first().waitFor({ state: 'detached' })
      await openSettled(page, first)
      await page.getByText(say('sdk.job.done'), { exact: true }).waitFor()
      await Promise.all([page.context().close(), jobs.context().close()])
    })

    test(`§P21 §P23 §P25 §P27 an endpoint is made, tried, read, sent again, given a new secret, and disabled by 410 (${language})`, async () => {
      const [page, say] = [await stage.open({ language }), await wordsOf(language)]
      receiver.received.length = 0
      receiver.answer.status = 200
      await openSettled(page, '/admin/webhooks')
      await button(page, say('webhooks.add')).first().click()
      const form = page.getByRole('dialog')
      await form.getByLabel(say('webhooks.url')).fill(`http://${receiver.address}/hook`)
      await form.getByLabel(say('webhooks.name')).fill(`Billing ${language}`)
      await form.getByRole('button', { name: say('webhooks.add') }).click()
      const secret = await shownSecret(page, say)
      await page.getByRole('heading', { level: 1, name: `Billing ${language}` }).waitFor()
      assert.ok(!(await page.content()).includes(secret))

      await button(page, say('webhooks.test.title')).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('webhooks.test.send'), exact: true })
        .click()
      await until(() => receiver.received.length === 1)
      assert.ok(isSigned(receiver.received[0]!, secret))
      const delivered = page.locator('tr[data-row]').filter({ hasText: say('webhooks.delivery.delivered') })
      await delivered.getByRole('link').first().click()
      await page.getByText('Heard it.').waitFor()
      await page.getByText('webhook-id', { exact: true }).first().waitFor()
      await button(page, say('webhooks.replay.one')).click()
      await until(() => receiver.received.length === 2)
      const [one, other] = receiver.received.map(({ headers }) => headers['webhook-id'])
      assert.equal(one, other)

      await page.keyboard.press('Escape')
      await button(page, say('webhooks.more')).first().click()
      await page.getByRole('menuitem', { name: say('webhooks.rotate.title') }).click()
      await page
        .locator(asked)
        .getByRole('button', { name: say('webhooks.rotate.confirm') })
        .click()
      const next = await shownSecret(page, say)
      assert.notEqual(next, secret)
      receiver.answer.status = 410
      await invite(language)
      await until(() => receiver.received.length === 3)
      assert.deepEqual(
        [secret, next].map((each) => isSigned(receiver.received[2]!, each)),
        [true, true],
      )
      await page.getByText(say('webhooks.notice.gone')).waitFor()
      await button(page, say('webhooks.enable')).waitFor()
      const unread = languages.indexOf(language) + 1
      await page.getByRole('button', { name: new RegExp(`^(Notifications|通知).*${unread}`) }).waitFor()
      await page.context().close()
    })

    async function shownSecret(page: Page, say: Say): Promise<string> {
      const dialog = page.getByRole('dialog', { name: say('webhooks.secret.title') })
      const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
      await dialog.getByRole('button', { name: say('webhooks.secret.saved') }).click()
      await dialog.waitFor({ state: 'detached' })
      return secret
    }

    /** Causes an event that a webhook delivers. */
    async function invite(name: string): Promise<void> {
      const { status } = await stage.visitor.post('/api/invitations', {
        emails: [`${name}@example.test`],
        role: 'member',
      })
      assert.ok(status === 200 || status === 201, String(status))
    }
  }
})
