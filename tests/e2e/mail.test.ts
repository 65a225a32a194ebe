/** Mail in a browser: a mailbox on a proved domain, an email that arrives, an answer by keys, and the conversation. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startSmtpServer, type SmtpServer } from '../../packages/email/src/index.ts'
import { freePort } from '../../packages/cli/src/dev/free-port.ts'
import { startDnsTree, type DnsTree } from '../../plugins/domains/server/testing/dns-tree.ts'
import { assertSound } from './lab/soundness.ts'
import { openStage, type Stage } from './lab/stage.ts'
import { until } from '../../packages/host/testing/until.ts'

const domain = 'acme.example'
const patience = 60_000

interface Sent {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

/** Pages of mail that their list leads to, with the name of the list and its path. */
const details = [
  ['/mail/write', 'Drafts', '/mail/drafts'],
  ['/mail/templates/new', 'Email templates', '/mail/templates'],
  ['/mail/system-emails', 'Email templates', '/mail/templates'],
] as const

describe('mail', () => {
  let dns: DnsTree
  let peer: SmtpServer
  let stage: Stage
  const sent: Sent[] = []

  before(async () => {
    dns = await startDnsTree()
    peer = await startSmtpServer({
      name: 'peer.example',
      host: '127.0.0.1',
      port: 0,
      log: { info: () => undefined, error: () => undefined },
      onRecipient: () => 'accepted',
      onMessage: (_session, { sender, recipients }, bytes) => {
        sent.push({ from: sender, to: recipients, text: Buffer.from(bytes).toString('latin1') })
        return { code: 250, enhanced: '2.0.0', text: 'Stored' }
      },
    })
    const port = await freePort()
    const url = `http://localhost:${port}`
    const server = {
      HOST_SMTP_URL: `smtp://127.0.0.1:${peer.port}`,
      HOST_SMTP_FROM: `Acme <system@${domain}>`,
    }
    stage = await openStage({ port, url, env: { ...dns.environment, ...server, HOST_PUBLIC_URL: url } })
  })

  after(async () => {
    await stage?.[Symbol.asyncDispose]()
    await peer?.stop(0)
    await dns?.[Symbol.asyncDispose]()
  })

  /** Proves the domain as an admin does: by a record that its name servers have. */
  const prove = async (): Promise<void> => {
    const { body } = await stage.visitor.post<{ id: string; challenge: { name: string; value: string } }>(
      '/api/domains',
      { name: domain },
    )
    dns.delegate(domain)
    dns.text(body.challenge.name, [body.challenge.value])
    const { status } = await stage.visitor.post(`/api/domains/${body.id}/verify`, {})
    assert.equal(status, 200)
    const isProved = async (): Promise<boolean> =>
      (await stage.visitor.get<{ state: string }>(`/api/domains/${body.id}`)).body.state === 'verified'
    await until(isProved)
  }

  test('a person goes from a proved domain to a conversation, by keys', async () => {
    await prove()
    const page = await stage.open()
    page.setDefaultTimeout(patience)
    await page.goto('/admin/mail/mailboxes')
    await page.getByRole('button', { name: 'Create mailbox' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('[name=address]').fill(`support@${domain}`)
    await dialog.locator('button[type=submit]').click()
    await page.getByText(`support@${domain}`).first().waitFor()

    const { body: inbound } = await stage.visitor.post<{ path: string; secret: string }>(
      '/api/x/mail/inbound/rotate',
      {},
    )
    const email = { from: 'Guest <guest@example.org>', to: [`support@${domain}`], subject: 'My order', text: 'Where?' }
    const headers = { 'x-inbound-secret': inbound.secret }
    assert.equal((await stage.visitor.send('POST', inbound.path, { body: email, headers })).status, 202)

    await page.goto('/admin/mail')
    await page.getByText('My order').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('o')
    await page.getByRole('heading', { name: 'My order' }).waitFor()
    await assertSound(page)
    await page.keyboard.press('r')
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.waitFor()
    await text.press('Control+Home')
    await page.keyboard.type('It is on its way.')
    await assertSound(page)
    await page.keyboard.press('Control+Enter')
    await until(() => sent.length > 0)
    assert.deepEqual(sent[0]?.to, ['guest@example.org'])
    assert.match(sent[0]?.text ?? '', /^Subject: Re: My order\r$/m)

    await page.goto('/admin/mail')
    await page.getByText('My order').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('o')
    await page.getByText('It is on its way.').first().waitFor()

    for (const [path, name, list] of details) {
      await page.goto(`/admin/@acme${path}`)
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name }).click()
      await page.waitForURL(`**/admin/@acme${list}`)
    }
  })
})
