import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLink } from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'

test('browsers keep a permanent redirect, unless the link ends', async (context) => {
  const { host, visit } = await openLinksLab(context)
  const member = host.as('member')
  const url = 'https://www.example.com/'
  const expiresAt = new Date(host.clock.now() + 5_000).toISOString()
  const kept = await member.call(createLink, { url, redirect: 301 })
  const ending = await member.call(createLink, { url, redirect: 308, expiresAt })
  for (const way of ['database', 'memory']) {
    assert.equal((await visit(kept.shortUrl)).headers['cache-control'], 'max-age=90', way)
    assert.equal((await visit(ending.shortUrl)).headers['cache-control'], 'private, max-age=0', way)
  }
})
