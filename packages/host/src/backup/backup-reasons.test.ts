import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BackupError } from './backup-error.ts'
import { backupReasons, readReason, writeReason, type BackupReasonCode } from './backup-reasons.ts'

const codes = Object.keys(backupReasons) as BackupReasonCode[]
const namesIn = (text: string): readonly string[] => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)

test('every reason has a sentence in both languages, with the same facts in both', () => {
  for (const code of codes) {
    const { en, zh } = backupReasons[code]
    assert.match(en, /\.$/, code)
    assert.match(zh, /[\u4e00-\u9fff].*。$/u, code)
    assert.deepEqual(new Set(namesIn(zh)), new Set(namesIn(en)), code)
  }
})

test('a reason is read in the language of the reader from the record of the process that wrote it', () => {
  for (const code of codes) {
    const facts = Object.fromEntries(namesIn(backupReasons[code].en).map((name) => [name, `<${name}>`]))
    const read = readReason(writeReason({ code, facts })) ?? assert.fail(code)
    for (const text of [read.en, read.zh]) {
      assert.doesNotMatch(text, /[{}]/, code)
      for (const fact of Object.values(facts)) assert.ok(text.includes(fact), code)
    }
  }
  assert.equal(readReason(null), undefined)
  assert.equal(readReason('{"code":"of_a_newer_version","facts":{}}'), undefined)
})

test('the error has the English sentence, and long facts do not keep its record from being written', () => {
  const problem = { en: 'The connection failed.', zh: '无法连接。' }
  const error = new BackupError('bucket_unreachable', { place: 's3://b', problem, variables: 'HOST_BACKUP' })
  assert.equal(error.message, "s3://b can't be reached: The connection failed. Check HOST_BACKUP.")
  assert.equal(error.sentence.zh, '无法访问 s3://b：无法连接。请检查 HOST_BACKUP。')
  assert.ok(readReason(writeReason({ code: 'altered', facts: { id: 'x'.repeat(10_000) } })))
})
