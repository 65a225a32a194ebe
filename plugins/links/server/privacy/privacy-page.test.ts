import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createLink, listClicks } from '../../shared.ts'
import { openLinksLab, pageText } from '../testing/links-lab.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

suite('the stored data of a visit', () => {
  test('is shown to the visitor, and showing it stores nothing', async (context) => {
    const lab = await openLinksLab(context)
    const member = lab.host.as('member')
    const { shortUrl } = await member.call(createLink, { url: 'https://www.example.com/?utm_source=mail', slug: 'a/b' })
    const { origin, pathname } = new URL(shortUrl)
    const headers = { 'user-agent': firefox, 'accept-language': 'de', referer: 'https://news.example/secret' }
    const page = await lab.visit(`${origin}/.privacy${pathname}`, { headers })
    const text = pageText(page)
    assert.equal(page.status, 200)
    for (const stored of [
      'Firefox',
      'Linux',
      'desktop',
      '<dd>de</dd>',
      '<dd>No</dd>',
      'news.example',
      '<dd>mail</dd>',
    ]) {
      assert.ok(text.includes(stored), stored)
    }
    assert.doesNotMatch(text, /127\.0\.0|Gecko|secret|<script/)
    assert.match(
      pageText(await lab.visit(`${origin}/.privacy${pathname}`, { headers: { 'accept-language': 'zh' } })),
      /浏览器/,
    )
    await lab.visit(shortUrl, { headers })
    await lab.countClicks()
    const { items } = await member.call(listClicks, {})
    const [click] = items
    assert.equal(items.length, 1, 'the pages count nothing')
    assert.deepEqual([click?.browser, click?.source, click?.referrer], ['Firefox', 'mail', 'news.example'])
  })

  test('is of a link: other paths have no such page, and no link takes its place', async (context) => {
    const { host, visit } = await openLinksLab(context)
    for (const path of ['/.privacy', '/.privacy/', '/.privacy/none']) {
      assert.equal((await visit(`http://go.host.test${path}`)).status, 404, path)
    }
    const answer = await host
      .as('member')
      .post('/api/x/links/links', { url: 'https://www.example.com/', slug: '.privacy/a' })
    assert.equal(answer.status, 400)
    const { shortUrl } = await host.as('member').call(createLink, { url: 'https://www.example.com/', slug: 'x' })
    assert.equal((await visit(shortUrl.replace('/x', '/.privacy/x'), { method: 'POST' })).status, 405)
  })
})
