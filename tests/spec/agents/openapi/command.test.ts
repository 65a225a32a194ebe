import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { OpenApiDocument } from '@host/plugin/platform'
import { runExecutable } from '../../lab/executable.ts'
import { operationsOf } from './described-host.ts'

async function emptyFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'host-spec-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('§A4 host openapi prints the whole description and nothing else, beside an instance whose database is away', async () => {
  await using temporary = await emptyFolder()
  const env = {
    HOST_DATABASE_URL: 'postgres://hushed-person:hushed-word@127.0.0.1:1/nothing',
    HOST_ADMIN_PASSWORD: 'another-hushed-word',
    HOST_PUBLIC_URL: 'https://host.example.test',
    TMPDIR: temporary.path,
  }
  const { code, stdout, stderr, files } = await runExecutable({ args: ['openapi'], env })
  assert.deepEqual([code, stderr], [0, ''])
  assert.doesNotMatch(stdout, /hushed/)
  const document = JSON.parse(stdout) as OpenApiDocument
  assert.equal(stdout, `${JSON.stringify(document, null, 2)}\n`)
  assert.deepEqual(document['servers'], [{ url: 'https://host.example.test' }])
  const audiences = new Set(operationsOf(document).map(({ value }) => value['x-audience']))
  assert.ok(audiences.has('instance') && audiences.has('member'))
  assert.deepEqual([...files, ...(await readdir(temporary.path))], [], 'It leaves nothing behind.')
})

test('§A4 host openapi reports its failures on standard error, and prints nothing', async () => {
  const astray = await runExecutable({ fixture: 'astray', args: ['openapi'] })
  assert.deepEqual([astray.code, astray.stdout], [1, ''])
  assert.match(astray.stderr, /\S/)
  const address = await runExecutable({ args: ['openapi'], env: { HOST_PUBLIC_URL: 'nowhere' } })
  assert.deepEqual([address.code, address.stdout], [1, ''])
  assert.match(address.stderr, /HOST_PUBLIC_URL/)
})
