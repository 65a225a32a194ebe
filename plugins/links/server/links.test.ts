import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import {
  addHost,
  changeLink,
  createLink,
  deleteLink,
  listHosts,
  listLinks,
  readLink,
  removeHost,
  type Link,
} from '../shared.ts'
import { openLinksLab, sharedHost, type VisitInit } from './testing/links-lab.ts'
import { refused } from './testing/refused.ts'

const target = 'https://www.example.com/landing?a=1'

/** A laboratory with `go.example.com` as a host of the workspace. */
async function ownHostLab(context: TestContext, isCaseSensitive = false) {
  const lab = await openLinksLab(context)
  await lab.host.proveHost('example.com')
  const own = await lab.host.as('admin').call(addHost, { host: 'Go.Example.com', isCaseSensitive })
  return { ...lab, own }
}

suite('a new link', () => {
  test('has an address that leads to its target at once, on the shared host', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const link = await host.as('member').call(createLink, { url: target })
    assert.match(link.shortUrl, new RegExp(`^http://${sharedHost}/[a-hjkmnp-z2-9]{7}$`))
    const { status, location, headers } = await visit(link.shortUrl)
    assert.deepEqual([status, location, headers['cache-control']], [302, target, 'private, max-age=0'])
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin')
    const again = await visit(link.shortUrl)
    assert.deepEqual([again.status, again.location], [302, target], 'from memory')
    assert.equal((await visit(`https://${sharedHost}/nothing`)).status, 404)
    assert.equal((await visit(`https://${sharedHost}/`)).status, 404)
  })

  test('on a host of the workspace is served there and nowhere else', async (context) => {
    const { host, visit } = await ownHostLab(context)
    const link = await host.as('member').call(createLink, { url: target, slug: 'Sale' })
    assert.equal(link.shortUrl, 'http://go.example.com/Sale', 'the first host is used')
    for (const path of ['Sale', 'sale', 'SALE/', 'Sale?x=1']) {
      assert.equal((await visit(`https://go.example.com/${path}`)).location, target, path)
    }
    assert.equal((await visit(`https://${sharedHost}/Sale`)).status, 404)
    assert.equal((await visit('https://www.example.com/Sale')).status, 404)
    const shared = await host.as('member').call(createLink, { url: `${target}2`, slug: 'sale', host: sharedHost })
    assert.equal((await visit(shared.shortUrl)).location, `${target}2`)
  })

  test('takes a slug once on a host, in either case unless the host tells cases apart', async (context) => {
    const { host, visit } = await ownHostLab(context)
    const member = host.as('member')
    await member.call(createLink, { url: target, slug: 'sale' })
    await assert.rejects(member.call(createLink, { url: target, slug: 'SALE' }), refused('conflict', 'slug'))
    await member.call(createLink, { url: target, slug: 'Straße/é' })
    assert.equal((await visit('https://go.example.com/stra%C3%9Fe/e%CC%81')).location, target, 'NFC, folded, decoded')
  })

  test('on a host that tells cases apart, two cases are two links', async (context) => {
    const { host, visit } = await ownHostLab(context, true)
    const member = host.as('member')
    for (const slug of ['sale', 'Sale']) await member.call(createLink, { url: `https://x.example/${slug}`, slug })
    for (const slug of ['sale', 'Sale']) {
      assert.equal((await visit(`https://go.example.com/${slug}`)).location, `https://x.example/${slug}`)
    }
    assert.equal((await visit('https://go.example.com/SALE')).status, 404)
  })

  test('refuses slugs that are none, and reserved words, and takes longer ones', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const member = host.as('member')
    const wrong = [
      'a b',
      '/a',
      'a/',
      'a//b',
      '.',
      'a/../b',
      'a?b',
      'a#b',
      'a%20',
      'x'.repeat(191),
      'emoji😀',
      'robots.txt',
    ]
    for (const slug of [
      ...wrong,
      'Favicon.ico',
      'wp-login.php',
      'wp-admin/x',
      '.well-known/acme',
      'apple-touch-icon-76x76.png',
    ]) {
      await assert.rejects(member.call(createLink, { url: target, slug }), refused('invalid_input', 'slug'), slug)
    }
    for (const slug of ['robots.txt2', 'wp-sale', 'a.b/c~d_e-f', '中文', 'x'.repeat(190)]) {
      const { shortUrl } = await member.call(createLink, { url: target, slug })
      assert.equal((await visit(shortUrl)).location, target, slug)
    }
  })

  test('may lead to a host that another workspace has entered and not proved', async (context) => {
    const { host } = await openLinksLab(context)
    await host.as('otherOwner').call(addHost, { host: 'www.wikipedia.example', isCaseSensitive: false })
    const link = await host.as('member').call(createLink, { url: 'https://www.wikipedia.example/wiki' })
    assert.equal(link.url, 'https://www.wikipedia.example/wiki')
  })

  test('leads to http and https alone, and shows no credentials', async (context) => {
    const { host } = await openLinksLab(context)
    const wrong = [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://example.com/',
      '//example.com',
      'example.com',
      'https:example.com',
      'https:///example.com',
      'https://user:pass@example.com/',
      'https://user@example.com/',
      'https://example.com/a b',
      'https://example.com/\r\nset-cookie: a=b',
      'https://[::1',
      `https://example.com/${'ü'.repeat(4_100)}`,
    ]
    for (const url of wrong) {
      await assert.rejects(host.as('member').call(createLink, { url }), refused('invalid_input', 'url'), url)
      const expiring = { url: target, expiresAt: '2040-01-01T00:00:00.000Z', expiredUrl: url }
      await assert.rejects(host.as('member').call(createLink, expiring), refused('invalid_input', 'expiredUrl'), url)
    }
  })

  test('leads to no host of links, of any workspace', async (context) => {
    const { host } = await ownHostLab(context)
    for (const url of [`https://${sharedHost}/x`, 'http://GO.example.com:8080/x']) {
      await assert.rejects(host.as('otherOwner').call(createLink, { url }), refused('invalid_input', 'url'), url)
    }
  })

  test('is created once for an idempotency key, and its address works with the answer', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const create = async (): Promise<Link> => {
      const headers = { 'idempotency-key': 'links-once-0001' }
      const answer = await host.as('member').post('/api/x/links/links', { url: target, slug: 'once' }, { headers })
      assert.equal(answer.status, 201)
      return (await answer.json()) as Link
    }
    const first = await create()
    assert.equal((await visit(first.shortUrl)).location, target)
    assert.equal((await create()).id, first.id)
  })
})

suite('a target', () => {
  test('arrives byte for byte, whatever it is made of', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const targets = [
      'https://example.com',
      'HTTPS://Example.COM:443/A/../b/./c',
      'https://example.com/%7Euser/%e4%b8%ad?q=a+b&&c=&d#frag?x',
      'https://example.com/ü/中文?ключ=значение',
      'https://example.com/\'"<>`{}|\\^[]',
      'https://münchen.example/',
      'http://192.0.2.1:8080/?a[]=1&a[]=2',
      `https://example.com/${'x'.repeat(8_000)}`,
    ]
    for (const url of targets) {
      const { shortUrl, url: kept } = await host.as('member').call(createLink, { url })
      assert.equal(kept, url)
      for (const way of ['database', 'memory']) {
        const { location = '' } = await visit(shortUrl)
        assert.equal(Buffer.from(location, 'latin1').toString('utf8'), url, `${way}: ${url}`)
      }
    }
  })

  test('takes the query of a visit as its link says, in order and with repeats', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const url = 'https://example.com/p?a=1&b#f'
    const cases = [
      ['ignore', url],
      ['pass', 'https://example.com/p?a=1&b&c&c=2&d=%20+x#f'],
      ['override', 'https://example.com/p?b&c&a=9&%61=8&c=2&d=%20+x#f'],
    ] as const
    for (const [query, expected] of cases) {
      const { shortUrl } = await host.as('member').call(createLink, { url, query })
      for (const way of ['database', 'memory']) {
        const { location } = await visit(`${shortUrl}?c&a=9&%61=8&c=2&d=%20+x`)
        assert.equal(location, expected, `${way}: ${query}`)
        assert.equal((await visit(shortUrl)).location, url)
        assert.equal((await visit(`${shortUrl}?`)).location, url)
      }
    }
  })
})

suite('a redirect', () => {
  test('has the status that its link says, and one that browsers keep has a short life', async (context) => {
    const { host, visit } = await openLinksLab(context)
    for (const redirect of [301, 302, 307, 308] as const) {
      const { shortUrl } = await host.as('member').call(createLink, { url: target, redirect })
      const lasting = redirect === 301 || redirect === 308
      for (const way of ['database', 'memory']) {
        const { status, headers } = await visit(shortUrl)
        assert.deepEqual(
          [status, headers['cache-control']],
          [redirect, lasting ? 'max-age=90' : 'private, max-age=0'],
          way,
        )
      }
    }
  })

  test('answers HEAD as GET and no other method', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const { shortUrl } = await host.as('member').call(createLink, { url: target })
    assert.equal((await visit(shortUrl, { method: 'HEAD' })).location, target)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const { status, headers } = await visit(shortUrl, { method, headers: { 'content-length': '0' } })
      assert.deepEqual([status, headers['allow']], [405, 'GET, HEAD'], method)
    }
  })

  test('ends and begins as its link says: disabled, scheduled, expired', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const member = host.as('member')
    const at = (hours: number): string => new Date(host.clock.now() + hours * 3_600_000).toISOString()
    const { id, shortUrl } = await member.call(createLink, { url: target, startsAt: at(1), expiresAt: at(3) })
    assert.equal((await visit(shortUrl)).status, 404)
    assert.equal((await member.call(readLink, { id })).state, 'scheduled')
    host.clock.advance({ hours: 2 })
    assert.equal((await visit(shortUrl)).location, target)
    host.clock.advance({ hours: 2 })
    const over = await visit(shortUrl, { headers: { accept: 'text/html', 'accept-language': 'zh' } })
    assert.equal(over.status, 410)
    assert.match(Buffer.from(over.body, 'latin1').toString('utf8'), /此链接已过期/)
    await member.signIn()
    await member.call(changeLink, { id, expiredUrl: 'https://example.com/over' })
    assert.equal((await visit(shortUrl)).location, 'https://example.com/over')
    await member.call(changeLink, { id, isEnabled: false })
    assert.equal((await visit(shortUrl)).status, 404)
    await member.call(changeLink, { id, isEnabled: true, startsAt: null, expiresAt: null })
    assert.equal((await visit(shortUrl)).location, target)
    const backwards = { id, startsAt: at(2), expiresAt: at(1) }
    await assert.rejects(member.call(changeLink, backwards), refused('invalid_input', 'expiresAt'))
  })
})

const person = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } }

suite('a limit of visits', () => {
  test('is exact under 500 parallel requests, and previews, robots and prefetches use none up', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const member = host.as('member')
    const { id, shortUrl } = await member.call(createLink, { url: target, clickLimit: 1, title: '<Sale>' })
    const programs: readonly VisitInit[] = [
      { method: 'HEAD', ...person },
      { headers: { 'user-agent': 'facebookexternalhit/1.1' } },
      { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } },
      { headers: { ...person.headers, 'sec-purpose': 'prefetch;prerender' } },
      { headers: {} },
    ]
    for (const program of programs) {
      const { status, location, body } = await visit(shortUrl, program)
      assert.deepEqual([status, location], [200, undefined], JSON.stringify(program))
      if (program.method !== 'HEAD') assert.match(body, /og:title" content="&#60;Sale&#62;"/)
    }
    const visits = await Promise.all(Array.from({ length: 500 }, () => visit(shortUrl, person)))
    const counts = Map.groupBy(visits, ({ status }) => status)
    assert.deepEqual([counts.get(302)?.length, counts.get(410)?.length], [1, 499])
    const { state, clicksUsed } = await member.call(readLink, { id })
    assert.deepEqual([state, clicksUsed], ['full', 1])
    await member.call(changeLink, { id, expiredUrl: 'https://example.com/over' })
    assert.equal((await visit(shortUrl, person)).location, 'https://example.com/over')
    await member.call(changeLink, { id, clickLimit: 2 })
    const { location, headers } = await visit(shortUrl, person)
    assert.deepEqual([location, headers['cache-control']], [target, 'no-store'])
    assert.equal((await visit(shortUrl, person)).location, 'https://example.com/over')
    await member.call(changeLink, { id, clickLimit: null })
    assert.equal((await visit(shortUrl)).location, target)
  })
})

suite('a change', () => {
  test('acts with its answer: another target, another slug, deleted', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const member = host.as('member')
    const { id, shortUrl } = await member.call(createLink, { url: target, slug: 'one' })
    for (let turn = 0; turn < 20; turn += 1) {
      await member.call(changeLink, { id, url: `${target}&turn=${turn}` })
      assert.equal((await visit(shortUrl)).location, `${target}&turn=${turn}`)
    }
    const moved = await member.call(changeLink, { id, slug: 'two' })
    assert.equal((await visit(shortUrl)).status, 404)
    assert.equal((await visit(moved.shortUrl)).status, 302)
    await member.call(createLink, { url: target, slug: 'one' })
    await assert.rejects(member.call(changeLink, { id, slug: 'ONE' }), refused('conflict', 'slug'))
    await member.call(deleteLink, { id })
    assert.equal((await visit(moved.shortUrl)).status, 404)
    await assert.rejects(member.call(readLink, { id }), refused('not_found'))
    await member.call(createLink, { url: `${target}3`, slug: 'two' })
    assert.equal((await visit(moved.shortUrl)).location, `${target}3`)
  })

  test('a workspace whose feature is off serves none of its links, on the shared host too', async (context) => {
    const { host, visit } = await ownHostLab(context)
    const links = [
      await host.as('member').call(createLink, { url: target }),
      await host.as('member').call(createLink, { url: target, host: sharedHost }),
    ]
    const other = await host.as('otherOwner').call(createLink, { url: target })
    const statuses = async () =>
      await Promise.all([...links, other].map(async ({ shortUrl }) => (await visit(shortUrl)).status))
    assert.deepEqual(await statuses(), [302, 302, 302])
    await host.switchFeature('links', false)
    assert.deepEqual(await statuses(), [404, 404, 302])
    await host.switchFeature('links', true)
    assert.deepEqual(await statuses(), [302, 302, 302])
  })
})

suite('links of another workspace', () => {
  test('are not found by id, and their hosts take no links of others', async (context) => {
    const { host } = await ownHostLab(context)
    const { id } = await host.as('member').call(createLink, { url: target, slug: 'a' })
    const other = host.as('otherOwner')
    await assert.rejects(other.call(readLink, { id }), refused('not_found'))
    await assert.rejects(other.call(changeLink, { id, title: 'x' }), refused('not_found'))
    await assert.rejects(other.call(deleteLink, { id }), refused('not_found'))
    assert.deepEqual((await other.call(listLinks, {})).items, [])
    await assert.rejects(
      other.call(createLink, { url: target, host: 'go.example.com' }),
      refused('invalid_input', 'host'),
    )
    const { items } = await other.call(listHosts, {})
    assert.deepEqual(
      items.map(({ host: name }) => name),
      [sharedHost],
    )
  })

  test('a contested host serves the links of the workspace that has verified it', async (context) => {
    const { host, visit } = await ownHostLab(context)
    await host.as('member').call(createLink, { url: target, slug: 'a' })
    const theirs = await host.as('otherOwner').call(addHost, { host: 'go.example.com' })
    assert.equal(theirs.isVerified, false)
    const { shortUrl } = await host
      .as('otherOwner')
      .call(createLink, { url: 'https://other.example/', slug: 'a', host: 'go.example.com' })
    assert.equal((await visit(shortUrl)).location, target)
  })
})

suite('hosts', () => {
  test('are added and removed by admins, listed for members, and kept while they have links', async (context) => {
    const { host, own } = await ownHostLab(context)
    const { items } = await host.as('member').call(listHosts, {})
    assert.deepEqual(
      items.map(({ host: name, isShared, isVerified }) => [name, isShared, isVerified]),
      [
        ['go.example.com', false, true],
        [sharedHost, true, true],
      ],
    )
    await assert.rejects(host.as('member').call(addHost, { host: 'b.example.com' }), refused('forbidden'))
    for (const name of ['go', '*.example.com', 'a b', '1.2.3.4', sharedHost, 'host.test']) {
      await assert.rejects(host.as('admin').call(addHost, { host: name }), refused('invalid_input', 'host'), name)
    }
    await assert.rejects(host.as('admin').call(addHost, { host: 'go.example.com.' }), refused('conflict'))
    const { id } = await host.as('member').call(createLink, { url: target })
    const hostId = own.id ?? ''
    await assert.rejects(host.as('admin').call(removeHost, { id: hostId }), refused('conflict'))
    await host.as('member').call(deleteLink, { id })
    await assert.rejects(host.as('otherOwner').call(removeHost, { id: hostId }), refused('not_found'))
    await host.as('admin').call(removeHost, { id: hostId })
    assert.equal((await host.as('member').call(listHosts, {})).items.length, 1)
  })

  test('without any host, a link is refused with what to do', async (context) => {
    const { host } = await openLinksLab(context, { HOST_SHARED_HOST: '' })
    await assert.rejects(host.as('member').call(createLink, { url: target }), refused('conflict'))
  })
})
