import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { DeclaredSettings } from '@host/plugin'
import { changeLink, createLink, readLink } from '../../shared.ts'
import { openAbuseLab } from '../testing/abuse-lab.ts'
import { pageTitle } from './page-title.ts'

/** A laboratory with a web site that the instance may reach. */
async function openSiteLab(context: TestContext, settings: object, answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => void server.close())
  const { port } = server.address() as AddressInfo
  const lab = await openAbuseLab(context, { HOST_SAFEHTTP_ALLOW: `127.0.0.1:${port}` })
  const save = (values: object) =>
    lab.host.service(DeclaredSettings).save('links', { kind: 'workspace', orgId: lab.host.workspaces.here }, values)
  await save({ fetchTitles: false, checkTargets: false, ...settings })
  /** The jobs of workspaces are spread over some minutes. */
  const pass = async (minutes: number) => {
    await lab.pass(minutes)
    await lab.pass(15)
  }
  return { ...lab, pass, asked, save, site: `http://127.0.0.1:${port}`, member: lab.host.as('member') }
}

const html =
  (text: string): RequestListener =>
  (_request, response) =>
    void response.setHeader('content-type', 'text/html').end(text)

suite('random slugs', () => {
  test('are as long as the workspace wants', async (context) => {
    const { member, save } = await openSiteLab(context, {}, (_request, response) => void response.end())
    await save({ fetchTitles: false, checkTargets: false, slugLength: 12 })
    assert.equal((await member.call(createLink, { url: 'https://www.example.com/' })).slug.length, 12)
    await assert.rejects(save({ fetchTitles: false, checkTargets: false, slugLength: 3 }))
  })
})

suite('titles of targets', () => {
  test('are fetched after the answer, for links without one, and never replace one of a person', async (context) => {
    let rename = async (): Promise<unknown> => undefined
    const page = html('<html><title>\n Autumn &amp; winter </title>')
    const { member, host, site, asked } = await openSiteLab(context, { fetchTitles: true }, (request, response) => {
      const before = request.url === '/c' ? rename() : Promise.resolve()
      void before.then(() => page(request, response))
    })
    const link = await member.call(createLink, { url: `${site}/a` })
    assert.equal(link.title, '')
    const named = await member.call(createLink, { url: `${site}/b`, title: 'Mine' })
    await host.settleJobs()
    const { promise: renamedId, resolve } = Promise.withResolvers<string>()
    rename = async () => await member.call(changeLink, { id: await renamedId, title: 'Ours' })
    const renamed = await member.call(createLink, { url: `${site}/c` })
    resolve(renamed.id)
    await host.settleJobs()
    const read = async ({ id }: { readonly id: string }) => (await member.call(readLink, { id })).title
    assert.deepEqual(await Promise.all([link, named, renamed].map(read)), ['Autumn & winter', 'Mine', 'Ours'])
    assert.deepEqual(asked, ['GET /a', 'GET /c'])
  })

  test('are not fetched unless the workspace wants them, nor from files or private addresses', async (context) => {
    const pages: Readonly<Record<string, RequestListener>> = {
      '/json': (_request, response) =>
        void response.setHeader('content-type', 'application/json').end('{"a":"<title>No</title>"}'),
      '/large': html(`<title>Large</title>${'x'.repeat(700_000)}`),
      '/gone': (_request, response) =>
        void response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Gone</title>'),
      '/private': (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    }
    const lab = await openSiteLab(context, {}, (request, response) => pages[request.url ?? '']?.(request, response))
    const { member, host, site, asked, save } = lab
    await member.call(createLink, { url: `${site}/json` })
    await host.settleJobs()
    assert.deepEqual(asked, [])
    await save({ fetchTitles: true, checkTargets: false })
    for (const path of Object.keys(pages)) {
      const { id } = await member.call(createLink, { url: `${site}${path}` })
      await host.settleJobs()
      assert.equal((await member.call(readLink, { id })).title, '', path)
    }
  })

  test('are names that people can read, whatever the page has', () => {
    const cases = [
      ['<title>A</title>', 'A'],
      ['<TITLE lang="en">Tea &#x2603; &#38; &lt;b&gt;</TITLE>', 'Tea ☃ & <b>'],
      ['<title>a\u202Eb\u0000c</title>', 'a b c'],
      ['<title> </title>', undefined],
      ['<title>open', undefined],
      ['<h1>none</h1>', undefined],
      [`<title>${'y'.repeat(400)}</title>`, `${'y'.repeat(199)}…`],
      ['<title'.repeat(20_000), undefined],
      [`${' '.repeat(70_000)}<title>Late</title>`, undefined],
      ['<title>&#xD800;&#0;&#1114112;x</title>', undefined],
    ] as const
    for (const [page, expected] of cases.slice(0, -1)) assert.equal(pageTitle(page), expected, page.slice(0, 60))
    assert.doesNotThrow(() => pageTitle('<title>&#xD800;&#0;&#1114112;x</title>'))
  })
})

suite('checks of targets', () => {
  test('find one dead after three failures in a row, publish it once, and see it recover', async (context) => {
    let status = 500
    const lab = await openSiteLab(
      context,
      { checkTargets: true },
      (_request, response) => void response.writeHead(status).end(),
    )
    const { member, site, pass, eventNames, link: other } = lab
    await member.call(changeLink, { id: other.id, isEnabled: false })
    const { id } = await member.call(createLink, { url: `${site}/` })
    const deadSince = async () => (await member.call(readLink, { id })).targetDeadSince
    const deaths = async () => (await eventNames()).filter((name) => name === 'link.target_dead').length
    for (const expected of [false, false, true, true]) {
      await pass(25 * 60)
      await member.signIn()
      assert.equal((await deadSince()) !== null, expected)
    }
    assert.equal(await deaths(), 1)
    status = 401
    await pass(25 * 60)
    await member.signIn()
    assert.equal(await deadSince(), null, 'a page that wants a sign-in is there')
  })

  test('ask once a week, with HEAD, and only where the workspace wants it', async (context) => {
    const lab = await openSiteLab(context, {}, (_request, response) => void response.end())
    const { member, site, pass, asked, save, link: other } = lab
    await member.call(changeLink, { id: other.id, isEnabled: false })
    await member.call(createLink, { url: `${site}/` })
    await pass(25 * 60)
    assert.deepEqual(asked, [])
    await save({ fetchTitles: false, checkTargets: true })
    await pass(25 * 60)
    assert.deepEqual(asked, ['HEAD /'])
    await pass(3 * 24 * 60)
    assert.equal(asked.length, 1)
    await pass(5 * 24 * 60)
    assert.equal(asked.length, 2)
  })
})
