import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { addArticle, listArticles, plugin } from './full-text-search.ts'

test('articles are found by the words of title and body, in Chinese too, in their own workspace alone', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const member = host.as('member')
  await member.call(addArticle, { title: 'Café hours', body: 'Open from nine' })
  await member.call(addArticle, { title: '北京办公室', body: '地址与开放时间' })
  const titles = async (q: string) => (await member.call(listArticles, { q })).items.map(({ title }) => title)

  assert.deepEqual(await titles('cafe NINE'), ['Café hours'])
  assert.deepEqual(await titles('开放'), ['北京办公室'])
  assert.deepEqual(await titles('cafe 北京'), [])
  assert.deepEqual((await host.as('otherOwner').call(listArticles, { q: 'cafe' })).items, [])
})
