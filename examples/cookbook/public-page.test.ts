import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { addEvent, plugin } from './public-page.ts'

const origin = 'http://host.test'
const event = { slug: 'tea-tasting', title: 'Tea & cake', notes: 'Ask Olive for the key' }

async function open() {
  const host = await createTestHost({ plugins: [plugin] })
  const visitor = host.as('anonymous')
  const join = (email: string, from = origin) =>
    visitor.post(
      '/p/meetups/tea-tasting/guests',
      { email },
      {
        headers: { origin: from, 'idempotency-key': crypto.randomUUID() },
      },
    )
  const page = async () => {
    const answer = await visitor.get('/p/meetups/tea-tasting')
    const html = await answer.text()
    const [, data] = /id="public-page">([^<]*)</.exec(html) ?? []
    return { status: answer.status, html, data: data === undefined ? undefined : (JSON.parse(data) as object) }
  }
  return { host, join, page }
}

test('a visitor without an account reads the page and joins the event, once', async () => {
  const { host, join, page } = await open()
  await using _ = host
  assert.deepEqual(await host.as('member').call(addEvent, event), { path: '/p/meetups/tea-tasting' })
  const { html, data } = await page()
  assert.match(html, /<title>Tea &#38; cake · Here<\/title>/)
  assert.deepEqual(data, { ...data, data: { title: 'Tea & cake', guests: 0 } })
  assert.doesNotMatch(html, /Ask Olive/)
  for (const email of ['guest@example.com', 'Guest@example.com']) assert.equal((await join(email)).status, 204)
  assert.deepEqual((await page()).data, { ...data, data: { title: 'Tea & cake', guests: 1 } })
})

test('an invalid submission, one of another site, and a page of a feature that is off are refused', async () => {
  const { host, join, page } = await open()
  await using _ = host
  assert.equal((await page()).status, 404)
  await host.as('member').call(addEvent, event)
  await assert.rejects(host.as('otherOwner').call(addEvent, event), { code: 'conflict' })
  assert.equal((await join('nobody')).status, 400)
  assert.equal((await join('guest@example.com', 'https://elsewhere.example')).status, 403)
  await host.switchFeature('meetups', false)
  assert.deepEqual([(await page()).status, (await join('guest@example.com')).status], [404, 404])
})
