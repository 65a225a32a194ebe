import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromOctal, nameFrom, nameTo, toOctal } from './octal-escapes.ts'

test('bytes of texts change between octal and decimal digits', () => {
  for (const [octal, decimal] of [
    [String.raw`"ex\344mple"`, String.raw`"ex\228mple"`],
    [String.raw`"a \"b\" \\ c"`, String.raw`"a \"b\" \\ c"`],
    [String.raw`"\\052"`, String.raw`"\\052"`],
  ] as const) {
    assert.equal(fromOctal(octal), decimal)
    assert.equal(toOctal(decimal), octal)
  }
})

test('names have an asterisk as it is, and odd bytes as escapes', () => {
  assert.equal(nameFrom(String.raw`\052.Acme.Example.`), '*.acme.example')
  assert.equal(nameTo('*.acme.example'), '*.acme.example.')
  assert.equal(nameFrom(String.raw`0\05725.acme.example.`), '0/25.acme.example')
  assert.equal(nameTo('0/25.acme.example'), String.raw`0\05725.acme.example.`)
  assert.equal(nameFrom(String.raw`a\056b.acme.example.`), String.raw`a\.b.acme.example`)
  assert.equal(nameTo(String.raw`a\.b.acme.example`), String.raw`a\056b.acme.example.`)
  assert.equal(nameFrom(String.raw`a\344.acme.example.`), String.raw`a\228.acme.example`)
  assert.equal(nameTo(String.raw`a\228.acme.example`), String.raw`a\344.acme.example.`)
})
