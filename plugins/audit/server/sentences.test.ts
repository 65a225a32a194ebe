import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PluginCatalogService } from '@host/plugin'
import { Sentences } from './sentences.ts'

const catalog = {
  list: () => [{ name: 'tags', i18n: { en: { 'audit.tag.renamed': 'renamed {{before.name}} to {{name}}' }, zh: {} } }],
} as unknown as Pick<PluginCatalogService, 'list'>
const sentences = new Sentences(catalog)

test('a role is translated, and a name with the text of one is not', () => {
  const role = { plugin: 'host', target: 'user:usr_1', targetName: 'Ada', before: { role: 'member' } }
  const changed = { ...role, action: 'member.role_changed', after: { role: 'owner' } }
  assert.match(sentences.of(changed, 'zh') ?? '', /由成员改为所有者/)
  const named = { action: 'workspace.renamed', plugin: 'host', target: null, targetName: null }
  const renamed = { ...named, before: { name: 'member' }, after: { name: 'owner' } }
  assert.match(sentences.of(renamed, 'zh') ?? '', /member.*owner/)
  const tag = { ...renamed, action: 'tag.renamed', plugin: 'tags' }
  assert.equal(sentences.of(tag, 'en'), 'renamed member to owner')
})
