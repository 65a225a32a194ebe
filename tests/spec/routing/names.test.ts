import assert from 'node:assert/strict'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import { listFiles, readSources } from '../../../tools/source-files.ts'

const files = listFiles().filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
const nameOf = (path: string): string =>
  basename(path).replace(/(?:\.(?:test|test-d|config|generated|story))?\.tsx?$/, '')

function assertNamed(paths: readonly string[], form: RegExp): void {
  assert.ok(paths.length > 0, 'nothing was looked at')
  assert.deepEqual(
    paths.filter((path) => !form.test(nameOf(path))),
    [],
  )
}

const isHook = (path: string): boolean => /^use[A-Z]/.test(basename(path))
/** Entry modules of a web application, and its tests, are modules and no components. */
const isEntry = (path: string): boolean =>
  ['main', 'edition'].includes(nameOf(path)) || /\.test(?:-d)?\.tsx$/.test(path)

test('§4.32 React components are PascalCase in .tsx', () => {
  assertNamed(
    files.filter((path) => path.endsWith('.tsx') && !isHook(path) && !isEntry(path)),
    /^[A-Z][A-Za-z0-9]*$/,
  )
})

test('§4.33 other modules are kebab-case in .ts', () => {
  assertNamed(
    files.filter((path) => path.endsWith('.ts') && !isHook(path)),
    /^[a-z][a-z0-9]*(?:[-.][a-z0-9]+)*$/,
  )
})

test('§4.34 a file that exports a hook is named after it', () => {
  const hooks = readSources((path) => files.includes(path) && isHook(path) && !path.includes('.test.'))
  assertNamed(
    hooks.map(({ path }) => path),
    /^use[A-Z][A-Za-z0-9]*$/,
  )
  for (const { path, text } of hooks) {
    assert.match(text, new RegExp(`export (?:function|const) ${nameOf(path)}\\b`), path)
  }
})

test('§4.36 packages and folders of the server are short nouns in lower case', () => {
  const isServer = (path: string): boolean =>
    /^(?:packages\/(?:plugin|client|host|testing|cli)|plugins\/[^/]+\/server|apps\/server)\//.test(path)
  const segments = files.filter(isServer).flatMap((path) => dirname(path).split('/'))
  assert.ok(segments.length > 0, 'nothing was looked at')
  assert.deepEqual(
    [...new Set(segments)].filter((segment) => !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)?$/.test(segment)),
    [],
  )
})

/** Verbs of handlers. Sign-in has its own verbs. */
const verbs =
  'accept add apply approve begin change check clear confirm count create delete dismiss end export finish forgot invite leave list login logout prove read reauthenticate register release remove rename renew resend reset restore resume retry revert revoke rotate save search send set setUp signOut start suspend switch test transfer unlink verify withdraw'.split(
    ' ',
  )

test('§4.37 handlers are a verb and a noun', () => {
  const sources = readSources((path) =>
    /^(?:plugins\/[^/]+|examples\/[^/]+)\/(?:shared|server\/.*|plugin)\.ts$/.test(path),
  )
  const endpoints = sources.flatMap(({ text }) =>
    Array.from(text.matchAll(/export const (\w+) = defineEndpoint/g), ([, name = '']) => name),
  )
  const handlers = sources.flatMap(({ text }) =>
    Array.from(text.matchAll(/guard\((\w+)[,)]/g), ([, name = '']) => name),
  )
  assert.ok(endpoints.length > 0 && handlers.length > 0, 'nothing was looked at')
  const begins = new RegExp(`^(?:${verbs.join('|')})(?:[A-Z]|$)`)
  const named = [...endpoints, ...handlers]
  assert.deepEqual(
    named.filter((name) => !begins.test(name)),
    [],
  )
})
