import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addHost, createLink, listHosts, listLinks, removeHost } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'

test('a host that is removed while links are created has none of them', async (context) => {
  const { host } = await openLinksLab(context)
  const [admin, member] = [host.as('admin'), host.as('member')]
  for (let at = 0; at < 8; at += 1) {
    const name = `h${at}.example.com`
    const { id } = await admin.call(addHost, { host: name })
    await Promise.allSettled([
      member.call(createLink, { url: 'https://www.example.com/', host: name }),
      admin.call(removeHost, { id: id ?? '' }),
    ])
  }
  const left = new Set((await member.call(listHosts, undefined)).items.map(({ asciiHost }) => asciiHost))
  const { items } = await member.call(listLinks, {})
  assert.deepEqual(
    items.filter((link) => !left.has(new URL(link.shortUrl).hostname)),
    [],
  )
})
