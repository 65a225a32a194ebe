import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkNetwork } from './check-network.ts'
import { problemsOf } from './report.ts'

test('an in-tree plugin that opens a connection past the host is reported, with file and line', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'network-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'index.ts'),
    "import './send.ts'\nimport { get } from '@host/plugin/safehttp'\nexport { get }\n",
  )
  writeFileSync(join(folder, 'send.ts'), '\nexport const send = (url: string) => fetch(url)\n')
  const { problems } = await checkNetwork(new Map([['links', join(folder, 'index.ts')]]))
  assert.equal(problems.length, 1)
  assert.match(
    problems[0] ?? '',
    /^plugins\/links bypasses the host's network controls with fetch \(\S*send\.ts line 2\): send requests with/,
  )
})

test('a list without plugins has failed', async () => {
  assert.equal(problemsOf(await checkNetwork(new Map())).length, 1)
})
