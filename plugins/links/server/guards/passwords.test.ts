import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test, type TestContext } from 'node:test'
import type { EndpointInput } from '@host/plugin'
import { TestCallError } from '@host/testing'
import { changeLink, createLink, listClicks, listLinks, readLink } from '../../shared.ts'
import { formOf, openLinksLab, pageText, type VisitInit } from '../testing/links-lab.ts'

const target = 'https://www.example.com/landing'
const person = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const password = 'correct horse & ü'

const sent = (text: string, headers: Readonly<Record<string, string>> = {}): VisitInit =>
  formOf({ password: text }, { ...person, ...headers })

async function protectedLab(
  context: TestContext,
  settings: Partial<EndpointInput<typeof createLink>> = {},
  environment: Readonly<Record<string, string>> = {},
) {
  const lab = await openLinksLab(context, { HOST_TRUST_PROXY: '127.0.0.1', ...environment })
  const member = lab.host.as('member')
  const link = await member.call(createLink, { url: target, password, ...settings })
  return { ...lab, member, link }
}

/** The number of clicks so far. */
async function clicks(lab: Awaited<ReturnType<typeof protectedLab>>): Promise<number> {
  await lab.countClicks()
  return (await lab.host.as('member').call(listClicks, {})).items.length
}

suite('a link with a password', () => {
  test('asks for it on a page without scripts, in the language of the visitor, and from memory too', async (context) => {
    const { visit, link } = await protectedLab(context)
    for (const way of ['database', 'memory']) {
      const page = await visit(`${link.shortUrl}?a=1`, { headers: person })
      const { headers } = page
      assert.deepEqual([page.status, page.location], [200, undefined], way)
      assert.deepEqual(
        [headers['cache-control'], headers['x-robots-tag'], headers['referrer-policy']],
        ['no-store', 'noindex', 'no-referrer'],
      )
      assert.match(headers['content-security-policy'] ?? '', /default-src 'none'; style-src 'sha256-/)
      assert.equal(headers['set-cookie'], undefined)
      assert.match(page.body, /<form method="post">/)
      assert.doesNotMatch(page.body, /<script|example\.com|action=/)
    }
    const chinese = await visit(link.shortUrl, { headers: { ...person, 'accept-language': 'zh-CN' } })
    assert.match(pageText(chinese), /<html lang="zh-CN">[^]*请输入密码/)
  })

  test('leads on with the right one, in the body alone, and asks the next visit again', async (context) => {
    const lab = await protectedLab(context, { redirect: 308, query: 'pass' })
    const { visit, link } = lab
    const passed = await visit(`${link.shortUrl}?b=2`, sent(password))
    assert.deepEqual([passed.status, passed.location], [303, `${target}?b=2`])
    assert.deepEqual([passed.headers['cache-control'], passed.headers['set-cookie']], ['no-store', undefined])
    assert.equal((await visit(link.shortUrl, { headers: person })).status, 200)
    const query = `password=${encodeURIComponent(password)}`
    assert.equal((await visit(`${link.shortUrl}?${query}`, { headers: person })).status, 200)
    assert.equal((await visit(`${link.shortUrl}?${query}`, formOf({}, person))).status, 200)
    assert.equal((await visit(link.shortUrl, sent('Correct horse & ü'))).status, 403)
    assert.equal(await clicks(lab), 1, 'the page and wrong passwords count nothing')
  })

  test('takes what no form sends as no password, and small bodies only', async (context) => {
    const { visit, link } = await protectedLab(context)
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ password }) }
    assert.equal((await visit(link.shortUrl, json)).status, 415)
    assert.equal((await visit(link.shortUrl, { method: 'POST' })).status, 415)
    assert.equal((await visit(link.shortUrl, sent('x'.repeat(5_000)))).status, 413)
    const chunked = { 'transfer-encoding': 'chunked', 'content-type': 'application/x-www-form-urlencoded' }
    const chunks = `1388\r\n${'x'.repeat(0x1388)}\r\n0\r\n\r\n`
    const unsized = { method: 'POST', headers: chunked, body: chunks }
    assert.equal((await visit(link.shortUrl, unsized)).status, 413)
    assert.equal((await visit(link.shortUrl, sent('y'.repeat(201)))).status, 403)
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    assert.equal((await visit(link.shortUrl, sent(password, crossSite))).status, 200, 'another site sent it')
    const head = await visit(link.shortUrl, { ...sent(password), method: 'HEAD' })
    assert.deepEqual([head.status, head.location, head.body], [200, undefined, ''])
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status, headers } = await visit(link.shortUrl, { method, headers: { 'content-length': '0' } })
      assert.deepEqual([status, headers['allow']], [405, 'GET, HEAD, POST'], method)
    }
    assert.equal((await visit(link.shortUrl, sent(password))).status, 303)
  })

  test('checks exactly 5 of 20 wrong ones at once from an address, and others still get in', async (context) => {
    const { host, visit, link } = await protectedLab(context)
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const wrong = await Promise.all(
      Array.from({ length: 20 }, (_, at) => visit(link.shortUrl, sent(`wrong ${at}`, from('192.0.2.7')))),
    )
    const counts = Map.groupBy(wrong, ({ status }) => status)
    assert.deepEqual([counts.get(403)?.length, counts.get(429)?.length], [5, 15])
    const refused = await visit(link.shortUrl, sent(password, from('192.0.2.7')))
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '900'])
    assert.match(pageText(refused), /Try again in 15 minutes/)
    assert.equal((await visit(link.shortUrl, sent(password, from('192.0.2.8')))).status, 303)
    host.clock.advance({ minutes: 15 })
    assert.equal((await visit(link.shortUrl, sent(password, from('192.0.2.7')))).status, 303)
  })

  test('counts all addresses of a /64 as one, and 100 wrong ones an hour in all', async (context) => {
    const { visit, link } = await protectedLab(context, {})
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1) {
      statuses.push((await visit(link.shortUrl, sent('wrong', { 'x-forwarded-for': `2001:db8:0:1::${at}` }))).status)
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429])
    const rest = await Promise.all(
      Array.from({ length: 110 }, (_, at) =>
        visit(link.shortUrl, sent('wrong', { 'x-forwarded-for': `198.51.100.${at}` })),
      ),
    )
    const counts = Map.groupBy(rest, ({ status }) => status)
    assert.deepEqual([counts.get(403)?.length, counts.get(429)?.length], [95, 15])
  })

  test('remembers no address beyond those that may guess', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'links-tries-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, 'host.db')
    const { visit, link } = await protectedLab(context, {}, { HOST_DATABASE_URL: path })
    for (let at = 0; at < 130; at += 1) {
      await visit(link.shortUrl, sent('wrong', { 'x-forwarded-for': `198.51.100.${at}` }))
    }
    using database = new DatabaseSync(path, { readOnly: true })
    const { rows } = database.prepare('SELECT count(*) AS rows FROM links_tries').get() ?? {}
    assert.equal(rows, 101)
  })

  test('lets many right ones in at once from one address', async (context) => {
    const { visit, link } = await protectedLab(context)
    const visits = await Promise.all(Array.from({ length: 40 }, () => visit(link.shortUrl, sent(password))))
    assert.ok(visits.every(({ status }) => status === 303))
  })

  test('takes a visit of a limited link with the right one alone', async (context) => {
    const { visit, link, member } = await protectedLab(context, { clickLimit: 1, title: 'Secret plans' })
    const page = await visit(link.shortUrl, { headers: { 'user-agent': 'facebookexternalhit/1.1' } })
    assert.equal(page.status, 200)
    assert.doesNotMatch(page.body, /Secret plans/)
    await visit(link.shortUrl, sent('wrong'))
    assert.equal((await member.call(readLink, { id: link.id })).clicksUsed, 0)
    const visits = await Promise.all(Array.from({ length: 20 }, () => visit(link.shortUrl, sent(password))))
    const counts = Map.groupBy(visits, ({ status }) => status)
    assert.deepEqual([counts.get(303)?.length, counts.get(410)?.length], [1, 19])
  })

  test('is asked for after everything that ends a link', async (context) => {
    const { host, visit, link, member } = await protectedLab(context)
    const at = (hours: number): string => new Date(host.clock.now() + hours * 3_600_000).toISOString()
    await member.call(changeLink, { id: link.id, startsAt: at(1), expiresAt: at(2) })
    assert.equal((await visit(link.shortUrl, sent(password))).status, 404)
    host.clock.advance({ hours: 3 })
    assert.equal((await visit(link.shortUrl, { headers: person })).status, 410)
    await member.signIn()
    await member.call(changeLink, { id: link.id, startsAt: null, expiresAt: null, isEnabled: false })
    assert.equal((await visit(link.shortUrl, sent(password))).status, 404)
  })

  test('is never in an answer, is replaced, and is removed with null', async (context) => {
    const { host, visit, link, member } = await protectedLab(context)
    assert.equal(link.hasPassword, true)
    const answers = [link, await member.call(readLink, { id: link.id }), await member.call(listLinks, {})]
    assert.doesNotMatch(JSON.stringify(answers), /correct horse|argon2/)
    await member.call(changeLink, { id: link.id, title: 'Kept' })
    assert.equal((await visit(link.shortUrl, sent(password))).status, 303)
    await member.call(changeLink, { id: link.id, password: 'another' })
    assert.equal((await visit(link.shortUrl, sent(password))).status, 403)
    assert.equal((await visit(link.shortUrl, sent('another'))).status, 303)
    for (const wrong of ['', 'x'.repeat(201)]) {
      await assert.rejects(member.call(changeLink, { id: link.id, password: wrong }), TestCallError)
    }
    const open = await member.call(changeLink, { id: link.id, password: null })
    assert.equal(open.hasPassword, false)
    const { status, location } = await visit(link.shortUrl, { headers: person })
    assert.deepEqual([status, location], [302, target])
    assert.doesNotMatch(JSON.stringify(host.logs), /correct horse/)
  })
})

suite('the referrer', () => {
  test('is sent as the link says, also from memory', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const link = await host.as('member').call(createLink, { url: target, referrerPolicy: 'no-referrer' })
    for (const way of ['database', 'memory']) {
      assert.equal((await visit(link.shortUrl)).headers['referrer-policy'], 'no-referrer', way)
    }
    const wrong = host.as('member').patch(`/api/x/links/links/${link.id}`, { referrerPolicy: 'none\r\nx: y' })
    assert.equal((await wrong).status, 400)
  })
})
