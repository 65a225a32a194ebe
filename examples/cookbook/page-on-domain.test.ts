import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { addMenu, findMenu, plugin, removeMenu, showMenuAt } from './page-on-domain.ts'

const app = 'http://host.test'
const domain = 'http://menu.example.com'

async function open() {
  const host = await createTestHost({ plugins: [plugin], environment: { HOST_PUBLIC_URL: app } })
  const menu = await host.as('member').call(addMenu, { slug: 'lunch', title: 'Soup & bread' })
  /** The title that a visitor sees at an address; the status where there is no page. */
  const visit = async (url: string) => {
    const answer = await host.fetch(new Request(url))
    return /<title>([^<]*) · /.exec(await answer.text())?.[1] ?? answer.status
  }
  return { host, menu, visit }
}

test('the page is at the root of the host once the workspace has proved the name', async () => {
  const { host, menu, visit } = await open()
  await using _ = host
  const admin = host.as('admin')
  const before = await admin.call(showMenuAt, { ...menu, host: 'Menu.Example.com' })
  assert.deepEqual(before, { url: `${app}/p/menus/lunch`, hosts: [{ host: 'menu.example.com', isProved: false }] })
  assert.equal(await visit(`${domain}/p/menus/lunch`), 'Soup &#38; bread', 'an unproved name is one of the instance')

  await host.proveHost('example.com')
  assert.deepEqual(await admin.call(findMenu, menu), {
    url: `${domain}/`,
    hosts: [{ host: 'menu.example.com', isProved: true }],
  })
  assert.equal(await visit(`${domain}/`), 'Soup &#38; bread')
  assert.equal(await visit(`${domain}/api/me`), 404, 'nothing of the dashboard is there')
})

test('the host shows nothing of the feature when it is off, and of the menu when it is removed', async () => {
  const { host, menu, visit } = await open()
  await using _ = host
  await host.proveHost('example.com')
  await host.as('admin').call(showMenuAt, { ...menu, host: 'menu.example.com' })
  await host.switchFeature('menus', false)
  assert.equal(await visit(`${domain}/`), 404)
  await host.switchFeature('menus', true)
  assert.equal(await visit(`${domain}/`), 'Soup &#38; bread')
  await host.as('admin').call(removeMenu, menu)
  await host.as('member').call(addMenu, { slug: 'lunch', title: 'Cake' })
  assert.equal(await visit(`${domain}/`), 404, 'its host name is released')
})

test('only an admin chooses the host, for a menu of the workspace, at a name that is its own', async () => {
  const { host, menu, visit } = await open()
  await using _ = host
  const refused = async (person: 'member' | 'otherOwner' | 'admin', name: string) =>
    (await host.as(person).put(`/api/x/menus/items/${menu.id}/host`, { host: name })).status
  assert.equal(await refused('member', 'menu.example.com'), 403)
  assert.equal(await refused('otherOwner', 'menu.example.com'), 404)
  for (const name of ['host.test', 'app.host.test', '10.0.0.1']) assert.equal(await refused('admin', name), 400, name)

  await host.proveHost('example.com', host.workspaces.there)
  await host.as('admin').call(showMenuAt, { ...menu, host: 'menu.example.com' })
  assert.equal(await visit(`${domain}/p/menus/lunch`), 404, 'the name of another workspace')
})
