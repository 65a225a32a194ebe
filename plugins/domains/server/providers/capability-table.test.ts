import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { DnsProvider } from '@host/plugin'
import { dnsProviders } from './dns-providers.ts'

const words = {
  en: { yes: 'Yes', no: 'No', all: 'All', to: ' to ', comma: ', ' },
  zh: { yes: '是', no: '否', all: '全部', to: ' 至 ', comma: '、' },
} as const

function rowOf({ title, capabilities }: DnsProvider, language: keyof typeof words): string {
  const { yes, no, all, to, comma } = words[language]
  const { types, ttl, hasComments, hasProxy, isAtomic } = capabilities
  const bounds = [ttl.min, ttl.max].map((seconds) => seconds.toLocaleString('en')).join(to)
  const flags = [hasComments, hasProxy, isAtomic].map((has) => (has ? yes : no))
  return `| ${[title, types === '*' ? all : types.join(comma), bounds, ...flags].join(' | ')} |`
}

for (const [language, file] of [
  ['en', 'dns-providers.mdx'],
  ['zh', 'dns-providers.zh.mdx'],
] as const) {
  test(`the table of providers in ${file} says what they can`, () => {
    const page = readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
    for (const provider of Object.values(dnsProviders(undefined, Date.now))) {
      assert.ok(page.includes(rowOf(provider, language)), rowOf(provider, language))
    }
  })
}
