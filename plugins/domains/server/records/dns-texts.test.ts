import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { translated } from './dns-texts.ts'

const sources = join(import.meta.dirname, '../../../../packages/dns/src')
/** Sentences about text that a person wrote: of records, names and zone files, not of packets and servers. */
const sentence =
  /(?:DnsError\('(?:invalid_name|invalid_data|unknown_type|too_large)',\s*|(?:text|reader)\.fail\(|#fail\(|\.report\([^'"`]*?,\s*|return )(['"`])((?:[A-Z$][^\n]*?[.!]|\$\{[^\n]*?[.!]))\1/g

const files = ['*.ts', 'fields/*.ts', 'zone-file/*.ts', 'wire/labels.ts', 'wire/escapes.ts'].flatMap((pattern) =>
  globSync(pattern, { cwd: sources }).filter((file) => !file.endsWith('.test.ts') && !file.startsWith('fields/wire')),
)

const sentences = files.flatMap((file) =>
  [...readFileSync(join(sources, file), 'utf8').matchAll(sentence)].map(([, , text = '']) => filled(text)),
)

/** A sentence with something in each of its places. */
function filled(source: string): string {
  return source
    .replaceAll('\\\\', '\\')
    .replaceAll(/\$\{(?:JSON|show)[^}]*\([^}]*\)\}/g, '"a.example"')
    .replaceAll(/\$\{(?:count\([^}]*\)|most|longestTtl|value)\}/g, '65,535')
    .replaceAll(/\$\{character\}/g, '(')
    .replaceAll(/\$\{[^}]*\}/g, 'name')
}

test('every sentence about what a person wrote is there in Chinese, with its wrong text', () => {
  assert.ok(sentences.length > 35, `${sentences.length} sentences`)
  assert.deepEqual(
    sentences.filter((text) => translated(text) === undefined),
    [],
  )
  assert.equal(translated('"300.1.1.1" is not an IPv4 address.'), '"300.1.1.1" 不是 IPv4 地址。')
})
