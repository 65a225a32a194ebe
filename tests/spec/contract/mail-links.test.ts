/** Links in sent emails become short links, by two plugins that also work alone. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { parseMessage } from '@host/email'
import type { AnyPlugin } from '@host/plugin'
import { createTestHost, testPlans, type TestHost } from '@host/testing'
import { plugin as linksPlugin } from '../../../plugins/links/server/index.ts'
import { LinkResolution } from '../../../plugins/links/server/links-service.ts'
import { createLink, listLinks } from '../../../plugins/links/shared.ts'
import { plugin as mailPlugin } from '../../../plugins/mail/server/index.ts'
import {
  changeMailbox,
  createDraft,
  createMailbox,
  readMailbox,
  sendDraft,
  sendEmail,
  type NewEmail,
} from '../../../plugins/mail/shared.ts'

const shared = 'go.host.test'
const target = 'https://www.example.com/orders?id=1&b=2'
const short = /http:\/\/go\.host\.test\/\w+/g

interface Lab extends AsyncDisposable {
  readonly host: TestHost
  readonly mailboxId: string
  /** Sends an email. @returns its bodies */
  send(
    email: Pick<NewEmail, 'text' | 'html' | 'unsubscribeUrl'>,
  ): Promise<{ readonly text: string; readonly html: string }>
  bodies(emailId: string): Promise<{ readonly text: string; readonly html: string }>
}

async function openLab(plugins: readonly AnyPlugin[], wanted = true): Promise<Lab> {
  const host = await createTestHost({
    plugins: [mailPlugin, ...plugins],
    environment: { HOST_PUBLIC_URL: 'http://host.test', HOST_SHARED_HOST: shared },
  })
  await host.proveHost('acme.example')
  const owner = host.as('owner')
  const { id: mailboxId } = await owner.call(createMailbox, { address: 'support@acme.example' })
  if (wanted) await owner.call(changeMailbox, { id: mailboxId, shortensLinks: true })
  const bodies: Lab['bodies'] = async (emailId) => {
    const raw = await (await owner.get(`/api/emails/${emailId}/raw`)).arrayBuffer()
    const { text, html = '' } = parseMessage(Buffer.from(raw))
    return { text, html }
  }
  return {
    host,
    mailboxId,
    bodies,
    send: async (email) => {
      const to = [{ address: 'ada@peer.example' }]
      return await bodies((await owner.call(sendEmail, { mailboxId, to, subject: 'Order', ...email })).emailId)
    },
    [Symbol.asyncDispose]: () => host.close(),
  }
}

suite('link wrapping', () => {
  let lab: Lab
  let urls: () => Promise<readonly string[]>

  before(async () => {
    lab = await openLab([linksPlugin])
    urls = async () => (await lab.host.as('owner').call(listLinks, {})).items.map(({ url }) => url)
  })
  after(async () => lab?.[Symbol.asyncDispose]())

  test('gives each address one short link, in text and HTML, and leaves all else', async () => {
    const escaped = target.replace('&', '&amp;')
    const html = `<p>Dear Ada, <a title="Order" href="${escaped}">${escaped}</a> or <a href="${escaped}">here</a>.</p>`
    const sent = await lab.send({ text: `See ${target}.\n(Also ${target})`, html })
    const [first = '', ...others] = `${sent.text}${sent.html}`.match(short) ?? []
    assert.deepEqual([others.length, new Set(others)], [4, new Set([first])])
    assert.equal(sent.text, `See ${first}.\n(Also ${first})`)
    assert.equal(sent.html.trim(), html.replaceAll(escaped, first))
    assert.deepEqual(await urls(), [target])
    const { resolve } = lab.host.service(LinkResolution)
    assert.equal((await resolve(lab.host.workspaces.here, first))?.url, target)
  })

  test('wraps the links of a draft, and not those in its quote that are short already', async () => {
    const owner = lab.host.as('owner')
    const { shortUrl } = await owner.call(createLink, { url: `${target}&draft` })
    const to = [{ address: 'ada@peer.example' }]
    const text = `Hello ${target}\n\n> You wrote: ${shortUrl}`
    const { id, revision } = await owner.call(createDraft, { mailboxId: lab.mailboxId, to, subject: 'Order', text })
    const sent = await lab.bodies((await owner.call(sendDraft, { id, revision })).emailId)
    assert.match(sent.text, /^Hello http:\/\/go\.host\.test\/\w+\n\n> You wrote: http/)
    assert.ok(sent.text.endsWith(shortUrl))
    assert.doesNotMatch(sent.html, /www\.example\.com/)
  })

  test('no double: short links of this and of another workspace stay', async () => {
    const known = await urls()
    const own = await lab.host.as('owner').call(createLink, { url: `${target}&own` })
    const other = await lab.host.as('otherOwner').call(createLink, { url: `${target}&other` })
    const text = `${own.shortUrl} ${other.shortUrl}`
    const html = `<a href="${own.shortUrl}">Own</a> <a href="${other.shortUrl}">Other</a>`
    const sent = await lab.send({ text, html })
    assert.deepEqual([sent.text.trim(), sent.html.trim()], [text, html])
    assert.deepEqual(await urls(), [`${target}&own`, ...known])
  })

  test('no images or assets, no address to unsubscribe at, and nothing that is not a page', async () => {
    const known = await urls()
    const unsubscribeUrl = 'https://www.example.com/stop'
    const kept = [
      '<img src="https://www.example.com/logo.png"><a href="https://www.example.com/photo.JPG?w=1">Photo</a>',
      `<a href="${unsubscribeUrl}">Unsubscribe</a> <a href="mailto:ada@peer.example">Ada</a> <a href="#top">Top</a>`,
      '<a href="/relative">R</a> <a href="https://user:secret@www.example.com/">With a password</a>',
    ].join('')
    // Removed before an email is stored.
    const sheet = '<link rel="stylesheet" href="https://www.example.com/mail.css">'
    const html = `${sheet}${kept}<!-- <a href="https://www.example.com/comment">C</a> -->`
    const text = `https://www.example.com/fonts/a.woff2 ${unsubscribeUrl}`
    const sent = await lab.send({ text, html, unsubscribeUrl })
    assert.deepEqual([sent.text.trim(), sent.html.trim()], [text, kept])
    assert.deepEqual(await urls(), known)
  })

  test('is bounded: an email with more than 100 links keeps the others', async () => {
    const text = Array.from({ length: 103 }, (_, at) => `https://many.example.com/${at}`).join('\n')
    const { text: sent } = await lab.send({ text })
    assert.equal(sent.match(short)?.length, 100)
    assert.match(
      sent,
      /https:\/\/many\.example\.com\/100\nhttps:\/\/many\.example\.com\/101\nhttps:\/\/many\.example\.com\/102/,
    )
  })

  test('unwrapped when no slug: with the feature off', async () => {
    await lab.host.switchFeature('links', false)
    assert.equal((await lab.send({ text: target })).text.trim(), target)
    const mailbox = await lab.host.as('owner').call(readMailbox, { id: lab.mailboxId })
    assert.deepEqual([mailbox.shortensLinks, mailbox.canShortenLinks], [true, false])
  })
})

test('link wrapping: unwrapped when no slug, where the plan has no room or no links, or a plugin fails', async () => {
  const failing = [async () => 1, async () => 0, () => Promise.reject(new Error('The plan is away.'))]
  let limitOf = async (): Promise<number> => 5
  await using lab = await openLab([linksPlugin, testPlans({ limitOf: () => limitOf() })])
  assert.match((await lab.send({ text: target })).text, short)
  for (limitOf of failing) assert.equal((await lab.send({ text: target })).text.trim(), target)
})

test('link wrapping is off until an admin asks for it, and a build without links has none', async () => {
  for (const [plugins, wanted] of [
    [[linksPlugin], false],
    [[], true],
  ] as const) {
    await using lab = await openLab(plugins, wanted)
    const sent = await lab.send({ text: target })
    assert.equal(sent.text.trim(), target)
    assert.match(sent.html, /href="https:\/\/www\.example\.com/)
  }
})
