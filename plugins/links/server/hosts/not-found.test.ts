import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { TestCallError } from '@host/testing'
import { addHost, changeHost, createLink, listClicks, listHosts } from '../../shared.ts'
import { openLinksLab, pageText } from '../testing/links-lab.ts'

const refused = (code: string) => (error: unknown) => error instanceof TestCallError && error.problem?.code === code

suite('unknown slugs of a host', () => {
  test('show its own page with the status 404, at once and on no other host', async (context) => {
    const { host, visit } = await openLinksLab(context)
    await host.proveHost('example.com')
    const admin = host.as('admin')
    const { id } = await admin.call(addHost, { host: 'go.example.com' })
    await admin.call(addHost, { host: 's.example.com' })
    assert.doesNotMatch((await visit('https://go.example.com/none')).body, /Nothing <here>/)
    const page = { notFoundTitle: 'Nothing <here>', notFoundText: 'Look at our shop.\n\n<b>Really.</b>' }
    const changed = await admin.call(changeHost, { id: id ?? '', ...page })
    assert.equal(changed.notFoundTitle, 'Nothing <here>')
    for (const path of ['/none', '/', '/a/b?x=1']) {
      const { status, headers, body } = await visit(`https://go.example.com${path}`)
      assert.deepEqual([status, headers['cache-control'], headers['x-robots-tag']], [404, 'no-store', 'noindex'], path)
      assert.match(body, /<h1>Nothing &#60;here&#62;<\/h1>\n<p>Look at our shop\.<\/p>\n<p>&#60;b&#62;Really/)
    }
    assert.doesNotMatch((await visit('https://s.example.com/none')).body, /Nothing/)
    const disabled = await host
      .as('member')
      .call(createLink, { url: 'https://x.example/', isEnabled: false, host: 'go.example.com' })
    assert.match((await visit(disabled.shortUrl)).body, /Nothing/)
    await admin.call(changeHost, { id: id ?? '', notFoundTitle: '', notFoundText: '' })
    assert.doesNotMatch((await visit('https://go.example.com/none')).body, /Nothing/)
  })

  test('lead to an address of its own, and what programs ask for never does or counts', async (context) => {
    const { host, visit } = await openLinksLab(context)
    await host.proveHost('example.com')
    const admin = host.as('admin')
    const { id } = await admin.call(addHost, { host: 'go.example.com' })
    await admin.call(changeHost, { id: id ?? '', notFoundUrl: 'https://www.example.com/?a=1&b="2"' })
    const { status, location, body } = await visit('https://go.example.com/none')
    assert.deepEqual([status, location], [404, undefined])
    assert.match(
      body,
      /<meta http-equiv="refresh" content="0; url=https:\/\/www\.example\.com\/\?a=1&#38;b=&#34;2&#34;">/,
    )
    for (const path of [
      'favicon.ico',
      'robots.txt',
      'apple-touch-icon.png',
      'wp-login.php',
      'wp-admin/x',
      '.report/none',
    ]) {
      const asked = await visit(`https://go.example.com/${path}`, { headers: { accept: 'text/html' } })
      assert.equal(asked.status, 404, path)
      assert.doesNotMatch(asked.body, /refresh/, path)
    }
    assert.deepEqual((await host.as('member').call(listClicks, {})).items, [])
  })

  test('are changed by admins of its workspace, to web addresses that are no short links', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const { id } = await host.as('admin').call(addHost, { host: 'go.example.com' })
    const input = { id: id ?? '', notFoundTitle: 'Mine' }
    await assert.rejects(host.as('member').call(changeHost, input), refused('forbidden'))
    await assert.rejects(host.as('otherOwner').call(changeHost, input), refused('not_found'))
    for (const notFoundUrl of ['javascript:alert(1)', 'http://go.host.test/x', '']) {
      await assert.rejects(host.as('admin').call(changeHost, { id: id ?? '', notFoundUrl }), refused('invalid_input'))
    }
    const { items } = await host.as('member').call(listHosts)
    assert.ok(items.every(({ notFoundTitle }) => notFoundTitle === ''))
    assert.doesNotMatch(pageText(await visit('http://go.host.test/none')), /Mine/)
  })
})
