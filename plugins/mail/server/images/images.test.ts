import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { mailLimits, readRemoteImage } from '../../shared.ts'
import { openMailLab, rawEmail, type MailLab } from '../testing/mail-lab.ts'
import { hasImage } from './image-addresses.ts'

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

interface Site {
  readonly url: string
  readonly asked: { readonly path: string; readonly headers: NodeJS.Dict<string | string[]> }[]
}

/** A server of images on this machine. */
async function openSite(context: TestContext): Promise<Site> {
  const asked: Site['asked'] = []
  const bodies: Readonly<Record<string, Buffer>> = {
    '/a.gif?x=1&y=2': gif,
    '/page': Buffer.from('<html><script>alert(1)</script>'),
    '/a.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    '/large': Buffer.concat([gif, Buffer.alloc(mailLimits.image)]),
  }
  const server = createServer(({ url = '', headers }, answer) => {
    asked.push({ path: url, headers })
    if (url === '/inside') answer.writeHead(302, { location: 'http://127.0.0.2:9/' }).end()
    else answer.writeHead(200, { 'content-type': 'image/svg+xml', 'set-cookie': 'a=b' }).end(bodies[url] ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function emailWith(lab: MailLab, html: string): Promise<string> {
  await lab.deliver(rawEmail({ 'Content-Type': 'text/html' }, html))
  const [email] = await lab.emails()
  return email?.id ?? ''
}

suite('remote images', () => {
  test('are fetched for a reader of the email, without cookies, as the type that their bytes have', async (context) => {
    const site = await openSite(context)
    const lab = await openMailLab(context, { environment: { HOST_SAFEHTTP_ALLOW: site.url.slice('http://'.length) } })
    const url = `${site.url}/a.gif?x=1&y=2`
    const id = await emailWith(lab, `<p>x<img alt=a src="${url.replace('&', '&amp;')}"></p>`)
    const get = (address: string, as: 'owner' | 'admin' | 'otherOwner' = 'owner') =>
      lab.host.as(as).get(`/api/emails/${id}/images?url=${encodeURIComponent(address)}`)
    const answer = await get(url)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'image/gif')
    assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/)
    assert.match(answer.headers.get('cache-control') ?? '', /^private/)
    assert.equal(answer.headers.get('set-cookie'), null)
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), gif)
    const [first] = site.asked
    assert.deepEqual([first?.headers['cookie'], first?.headers['referer']], [undefined, undefined])
    for (const other of ['admin', 'otherOwner'] as const) assert.equal((await get(url, other)).status, 404)
    assert.equal(site.asked.length, 1, 'others fetch nothing')
  })

  test('of addresses that the email does not have are not fetched, nor those of other emails', async (context) => {
    const site = await openSite(context)
    const lab = await openMailLab(context, { environment: { HOST_SAFEHTTP_ALLOW: site.url.slice('http://'.length) } })
    const own = `${site.url}/a.gif?x=1&y=2`
    await emailWith(lab, `<img src="${own}">`)
    lab.host.clock.advance({ seconds: 1 })
    const id = await emailWith(lab, `<p>${own}</p><a href="${own}">x</a><img src="${site.url}/page">`)
    const owner = lab.host.as('owner')
    for (const url of [own, `${site.url}/`, 'file:///etc/passwd', 'http://169.254.169.254/', 'x']) {
      const answer = await owner.get(`/api/emails/${id}/images?url=${encodeURIComponent(url)}`)
      assert.equal(answer.status, 404, url)
    }
    assert.deepEqual(site.asked, [])
  })

  test('that are no pictures, too large, or lead to private addresses are refused', async (context) => {
    const site = await openSite(context)
    const lab = await openMailLab(context, { environment: { HOST_SAFEHTTP_ALLOW: site.url.slice('http://'.length) } })
    const urls = ['/page', '/a.svg', '/large', '/inside'].map((path) => `${site.url}${path}`)
    const inside = 'http://127.0.0.1:1/x'
    const id = await emailWith(lab, [...urls, inside].map((url) => `<img src=${url}>`).join(''))
    for (const url of [...urls, inside]) {
      const answer = await lab.host.as('owner').get(`/api/emails/${id}/images?url=${encodeURIComponent(url)}`)
      assert.ok([400, 422, 502, 504].includes(answer.status), `${url}: ${answer.status}`)
      assert.match(answer.headers.get('content-type') ?? '', /json/)
    }
  })

  test('of a member are limited for a minute', async (context) => {
    const lab = await openMailLab(context)
    const url = 'http://127.0.0.1:1/x'
    const id = await emailWith(lab, `<img src=${url}>`)
    const owner = lab.host.as('owner')
    let last = 0
    for (let times = 0; times <= mailLimits.imagesInMinute; times += 1) {
      last = (await owner.get(`/api/emails/${id}/images?url=${encodeURIComponent(url)}`)).status
    }
    assert.equal(last, 429)
    await assert.rejects(owner.call(readRemoteImage, { id, url }))
  })
})

test('the addresses of images are read as browsers read them', () => {
  const url = 'https://a.example/b?c=1&d=2'
  for (const html of [`<img src='${url}'>`, `<IMG\nSRC = "${url.replace('&', '&#38;')}">`, `<img src=${url}>`]) {
    assert.equal(hasImage(html, url), true, html)
  }
  for (const html of ['', `<img data-src="${url}">`, `<img src="${url}3">`, url]) {
    assert.equal(hasImage(html, url), false)
  }
})
