import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { followTypes } from './follow-types.ts'
import type { ProcessFault } from './read-fault.ts'

const root = join(import.meta.dirname, '../../../..')

test('§A113 an error of a type is shown with its line once it serves, until the change that fixes it', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'follow-types-')))
  const file = join(folder, 'plugin.ts')
  await mkdir(join(folder, 'node_modules'))
  await symlink(await realpath(join(root, 'node_modules/typescript')), join(folder, 'node_modules/typescript'))
  await writeFile(join(folder, 'tsconfig.json'), '{"compilerOptions":{"types":[],"strict":true},"files":["plugin.ts"]}')
  await writeFile(file, "\nexport const count: number = 'one'\n")
  const lines: string[] = []
  let shown = Promise.withResolvers<ProcessFault | undefined>()
  const write = (line: string): void => void lines.push(line)
  const bare = await mkdtemp(join(folder, 'bare-'))
  const folders = [folder, bare]
  const show = (fault: ProcessFault | undefined): void => shown.resolve(fault)
  try {
    using types = followTypes({ folders, node: process.execPath, show, write })
    types.changed(file)
    types.begin()
    const { message = '', ...place } = (await shown.promise) ?? {}
    assert.deepEqual([place, message.slice(0, 6)], [{ file, line: 2, column: 14 }, 'TS2322'])
    assert.deepEqual([lines.length, lines[0]?.startsWith(`${file}:2:14 TS2322: `)], [1, true])
    shown = Promise.withResolvers()
    await writeFile(file, 'export const count: number = 1\n')
    types.changed(join(folder, 'node_modules/a.ts'))
    for (let again = 0; again < 3; again += 1) types.changed(file)
    assert.equal(await shown.promise, undefined)
    assert.deepEqual(lines.slice(1), ['No type errors.'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
