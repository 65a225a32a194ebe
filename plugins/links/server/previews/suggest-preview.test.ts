import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { createLink, readLink, suggestPreview } from '../../shared.ts'
import { pagePreview } from '../targets/page-title.ts'
import { openLinksLab } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'

async function openSuggestionLab(context: TestContext, answer: RequestListener, isAllowed = true) {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => void server.close())
  const { port } = server.address() as AddressInfo
  const lab = await openLinksLab(context, isAllowed ? { HOST_SAFEHTTP_ALLOW: `127.0.0.1:${port}` } : {})
  const member = lab.host.as('member')
  const link = await member.call(createLink, { url: `http://127.0.0.1:${port}/page` })
  return { ...lab, member, link, suggest: () => member.call(suggestPreview, { id: link.id }) }
}

const html =
  (text: string): RequestListener =>
  (_request, response) =>
    void response.setHeader('content-type', 'text/html; charset=utf-8').end(text)

suite('a suggested preview', () => {
  test('has the title and description of the target, and changes nothing', async (context) => {
    const page = `<title>Other</title><meta content='Tea &amp; "cake"' property='og:title'><meta name=description content=Hot>`
    const { member, link, host, suggest } = await openSuggestionLab(context, html(page))
    assert.deepEqual(await suggest(), { previewTitle: 'Tea & "cake"', previewDescription: 'Hot' })
    assert.deepEqual(await member.call(readLink, { id: link.id }), link)
    await assert.rejects(host.as('otherOwner').call(suggestPreview, { id: link.id }), refused('not_found'))
  })

  test('is empty for a target that is not a page, fails, or is on a private network', async (context) => {
    const empty = { previewTitle: '', previewDescription: '' }
    const answers: RequestListener[] = [
      (_request, response) => void response.setHeader('content-type', 'application/json').end('"<title>No</title>"'),
      (_request, response) => void response.writeHead(500).end('<title>No</title>'),
      (request) => void request.socket.destroy(),
    ]
    for (const answer of answers) {
      const { suggest } = await openSuggestionLab(context, answer)
      assert.deepEqual(await suggest(), empty)
    }
    let visits = 0
    const inside = await openSuggestionLab(
      context,
      (...args) => html(`<title>${(visits += 1)}</title>`)(...args),
      false,
    )
    assert.deepEqual([await inside.suggest(), visits], [empty, 0])
  })

  test('reads two pages of a workspace at once, and the next one again once they are read', async (context) => {
    const { promise: both, resolve: arrived } = Promise.withResolvers<undefined>()
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
    let waiting = 0
    const { suggest } = await openSuggestionLab(context, (request, response) => {
      if ((waiting += 1) === 2) arrived(undefined)
      void released.then(() => html('<title>Tea</title>')(request, response))
    })
    const reads = [suggest(), suggest()]
    await both
    await assert.rejects(suggest(), refused('overloaded'))
    release(undefined)
    const tea = { previewTitle: 'Tea', previewDescription: '' }
    assert.deepEqual(await Promise.all(reads), [tea, tea])
    assert.deepEqual(await suggest(), tea)
  })

  test('is text that people can read, whatever the page states', () => {
    const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`
    const cases = [
      [meta('og:title', 'A') + meta('og:title', 'B'), 'A', ''],
      [`${meta('og:title', ' ')}<title>T</title>`, 'T', ''],
      [meta('og:description', 'One\n two > one'), '', 'One two > one'],
      [meta('OG:TITLE', '&lt;b&gt;\u202E'), '<b>', ''],
      [
        meta('og:title', 'y'.repeat(400)) + meta('og:description', 'z'.repeat(400)),
        `${'y'.repeat(119)}…`,
        `${'z'.repeat(299)}…`,
      ],
      ['<meta property="og:title" content="open', '', ''],
      [`${' '.repeat(70_000)}${meta('og:title', 'Late')}`, '', ''],
      [`${'<meta a="'.repeat(9_000)}${meta('og:title', 'x')}`, '', ''],
    ] as const
    for (const [page, title, description] of cases) {
      assert.deepEqual(pagePreview(page), { title, description }, page.slice(0, 80))
    }
  })
})
