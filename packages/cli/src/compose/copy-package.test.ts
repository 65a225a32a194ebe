import assert from 'node:assert/strict'
import { mkdir, mkdtempDisposable, readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { copyPackage } from './copy-package.ts'

test('an installed plugin is copied without its dependencies, the data of "host dev" and links out of its folder', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'host-copy-'))
  const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')]
  for (const each of ['node_modules/zod', 'web/node_modules/react', 'web/pages', '.git', '.host/data']) {
    await mkdir(join(from, each), { recursive: true })
    await writeFile(join(from, each, 'file.js'), '')
  }
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.web.json']) await writeFile(join(from, name), '{}')
  await symlink('/etc/passwd', join(from, 'linked'))
  await copyPackage('./from', from, to)
  const copied = (await readdir(to, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  assert.deepEqual(copied.map(({ name }) => name).toSorted(), ['file.js', 'package.json'])
  assert.deepEqual(await readdir(join(to, 'web')), ['pages'])
})
