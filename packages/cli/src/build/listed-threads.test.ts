/** The list of threads of the build is complete: each place that starts one is found in the sources. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { test } from 'node:test'
import { workers } from './bundle-workers.ts'
import { openCheckout } from './checkout.ts'

const { root } = openCheckout()
const patterns = ['packages/*/src/**/*.ts', 'plugins/*/{server,shared}/**/*.ts', 'apps/server/src/**/*.ts']

/** Modules of the product, by path from the root. */
const modules = new Map(
  globSync(patterns, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !/\.test(-d)?\.ts$|\/(testing|fixtures)\//.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const),
)

/** The modules that the sources name as files of their own, in code and not in a comment. */
function* namedFiles(): Generator<string> {
  for (const [path, text] of modules) {
    for (const [, file = ''] of text.matchAll(/(?<!`)new URL\(\s*['"`]([^'"`]+\.ts)['"`],\s*import\.meta\.url/g)) {
      yield resolve('/', path, '..', file).slice(1)
    }
  }
}

/** Names that are imported from `node:worker_threads` as values; the whole module where it is not imported by name. */
function valuesOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:^import (.*) from |import\(|require\()'(?:node:)?worker_threads'/gm)].flatMap(
    ([, names = '*']) => {
      if (names.startsWith('type ')) return []
      if (!names.startsWith('{')) return ['*']
      return names.split(/[{},]/).map((name) => name.trim())
    },
  )
}

test('the build bundles every module that is started as a thread, each under a name of its own', () => {
  assert.deepEqual([...new Set(namedFiles())].toSorted(), Object.values(workers).toSorted())
})

test('one function starts threads, from a file or its text', () => {
  const starting = [...modules].filter(([, text]) => valuesOf(text).some((name) => name === 'Worker' || name === '*'))
  assert.deepEqual(
    starting.map(([path]) => path),
    ['packages/host/src/support/start-thread.ts'],
  )
})
