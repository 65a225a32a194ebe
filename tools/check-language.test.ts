import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLanguage } from './check-language.ts'
import { pairJson } from './dictionaries.ts'
import { problemsOf } from './report.ts'

const problemsWith = (en: string, zh: string, key = 'note'): readonly string[] =>
  checkLanguage([{ path: 'a', en: new Map([[key, en]]), zh: new Map([[key, zh]]) }], []).problems

const wrong: readonly [why: string, en: string, zh: string][] = [
  ['no space before Latin', 'Use SMTP', '使用SMTP 发送'],
  ['no space after Latin', 'Use SMTP', '使用 SMTP发送'],
  ['no space before a digit', '3 days', '保留3 天'],
  ['two spaces', 'Use SMTP', '使用  SMTP'],
  ['half-width comma', 'Wait, then go', '请稍候,再继续'],
  ['half-width full stop', 'Done.', '完成.'],
  ['half-width question mark', 'Delete?', '确定删除?'],
  ['half-width brackets', 'Key (optional)', '密钥 (可选)'],
  ['half-width quotes', 'Open "home"', '打开"首页"'],
  ['a space beside full-width punctuation', 'Wait, then go', '请稍候， 再继续'],
  ['a space between Chinese characters', 'Go on', '请 继续'],
  ['a word the glossary knows, translated otherwise', 'Choose a workspace', '选择空间'],
  ['a word that the glossary forbids', 'Choose one', '选择租户'],
  ['the API token without its fixed word', 'API token', 'API 口令'],
]

for (const [why, en, zh] of wrong) {
  test(`§4.39 §4.40 refused, ${why}: ${zh}`, () => {
    assert.ok(problemsWith(en, zh).length > 0)
  })
}

const right: readonly [en: string, zh: string][] = [
  ['Workspaces', '工作区'],
  ['Create an API token for {{name}}', '为{{name}}创建 API 令牌'],
  ['{{count}} members', '{{count}} 位成员'],
  ['Work of {{plugin}} is paused', '{{plugin}} 的任务已暂停'],
  ['Version 1.2.3 is ready.', '版本 1.2.3 已就绪。'],
  ['Ask an <1>owner</1>, or wait.', '请联系<1>所有者</1>，或稍候。'],
  ['Header idempotency_key', '请求头 idempotency_key'],
  ['100% done', '已完成 100%'],
]

for (const [en, zh] of right) {
  test(`§4.39 §4.40 accepted: ${zh}`, () => {
    assert.deepEqual(problemsWith(en, zh), [])
  })
}

test('§4.41 a button has 2 to 4 Chinese characters', () => {
  for (const key of ['buttons.save', 'createButton', 'deleteAction']) {
    assert.equal(problemsWith('Save', '存', key).length, 1)
    assert.equal(problemsWith('Save', '保存所有更改', key).length, 1)
    assert.equal(problemsWith('Save', '保存 now', key).length, 1)
    assert.deepEqual(problemsWith('Leave workspace', '退出', key), [])
  }
})

const file = (path: string, value: unknown): { path: string; text: string } => ({ path, text: JSON.stringify(value) })

test('both languages have the same keys, plurals apart', () => {
  const pairs = pairJson([
    file('plugins/links/web/i18n/en.json', { list: { title: 'Links', count_one: '1', count_other: '2' }, only: 'x' }),
    file('plugins/links/web/i18n/zh.json', { list: { title: '链接', count_other: '2' }, extra: '多' }),
  ])
  assert.deepEqual(checkLanguage(pairs, []).problems, [
    'plugins/links/web/i18n: only is missing in Chinese',
    'plugins/links/web/i18n: extra is missing in English',
  ])
})

test('a dictionary without its other language misses every key', () => {
  const pairs = pairJson([file('packages/shell/src/i18n/en.json', { a: 'A', b: 'B' })])
  assert.equal(checkLanguage(pairs, []).problems.length, 2)
})

test('help pages are read without code, addresses and front matter keys', () => {
  const text =
    '---\ntitle: 工作区\norder: 1\n---\n\n# 使用 `host` 命令\n\n```sh\n中文abc\n```\n\n1. 参见[文档](https://a.b/c)。\n\n| 角色   | 权限 |\n'
  assert.deepEqual(checkLanguage([], [{ path: 'docs/a.zh.mdx', text }]).problems, [])
})

test('a help page against the typography is refused with its line', () => {
  const [problem] = checkLanguage([], [{ path: 'docs/a.zh.mdx', text: '好。\n使用SMTP' }]).problems
  assert.match(problem ?? '', /^docs\/a\.zh\.mdx:2: /)
})

const planted: readonly [why: string, page: string][] = [
  ['a heading', '## 使用SMTP'],
  ['an item of a list', '- 使用SMTP'],
  ['a cell of a table', '| 好 | 使用SMTP |'],
  ['the text of a link', '[使用SMTP](/help/a)'],
  ['bold text beside Latin', '使用**SMTP**发送'],
  ['the title in the front matter', '---\ntitle: 使用SMTP\n---'],
  ['the title of a card', '<Card title="使用SMTP" href="/help/a">'],
  ['the label of a tab', '  <Tab label="请稍候,再继续">'],
  ['the title of an aside with a forbidden word', '<Aside type="tip" title="选择租户">'],
  ['half-width punctuation behind code', '使用 `smtp`,再继续'],
  ['what follows code in a list', '1. 好\n\n   ```sh\n   中文abc\n   ```\n\n2. 使用SMTP'],
]
for (const [why, text] of planted) {
  test(`§A55 a fault in ${why} of a help page is refused`, () => {
    assert.equal(checkLanguage([], [{ path: 'docs/a.zh.mdx', text }]).problems.length, 1)
  })
}

test("§A55 the Chinese help uses the product's own terms", () => {
  const labels = [{ path: 'a', en: new Map([['buttons.go', 'Send again']]), zh: new Map([['buttons.go', '重新发送']]) }]
  const pages = (chinese: string) => [
    { path: 'docs/a.mdx', text: 'Press **Send again** in the workspace.\n\n```\n**Send again**\n```\n' },
    { path: 'docs/a.zh.mdx', text: chinese },
  ]
  assert.deepEqual(checkLanguage(labels, pages('在工作区中点击**重新发送**。')).problems, [])
  const [lost, ...rest] = checkLanguage(labels, pages('点击**再次发送**，在工作区中。')).problems
  assert.match(lost ?? '', /^docs\/a\.zh\.mdx: .*"Send again" 重新发送/)
  assert.deepEqual(rest, [])
  const [word] = checkLanguage(labels, pages('点击**重新发送**。')).problems
  assert.match(word ?? '', /"workspace", and this one never 工作区/)
})

test('a check that saw no Chinese text fails', () => {
  assert.equal(problemsOf(checkLanguage([], [])).length, 1)
})
