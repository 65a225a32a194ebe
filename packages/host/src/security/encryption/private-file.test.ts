import assert from 'node:assert/strict'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

async function scratch(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'host-key-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a private file is its owner’s alone under any umask, and replaces the previous one', async (context) => {
  const path = join(await scratch(context), 'a.key')
  const before = process.umask(0)
  try {
    await writePrivateFile(path, 'one\n')
  } finally {
    process.umask(before)
  }
  assert.equal((await stat(path)).mode & 0o7777, 0o600)
  await writePrivateFile(path, 'two\n')
  assert.equal(await readPrivateFile(path), 'two\n')
})

test('a file that is not there is none', async (context) => {
  assert.equal(await readPrivateFile(join(await scratch(context), 'a.key')), undefined)
})

for (const mode of [0o640, 0o604, 0o660, 0o644, 0o700, 0o1600, 0o4600]) {
  test(`a file with the mode ${mode.toString(8)} is refused, with the command that fixes it`, async (context) => {
    const path = join(await scratch(context), 'a.key')
    await writeFile(path, 'one\n')
    await chmod(path, mode)
    await assert.rejects(readPrivateFile(path), /^TypeError: other users can access it \(mode \d{4}\).*"chmod 600"$/)
    await chmod(path, 0o600)
    assert.equal(await readPrivateFile(path), 'one\n')
  })
}

test('a file of another user is refused', async (context) => {
  const folder = await scratch(context)
  const path = process.getuid?.() === 0 ? join(folder, 'a.key') : '/etc/passwd'
  if (path.startsWith(folder)) {
    await writeFile(path, 'one\n', { mode: 0o600 })
    await chown(path, 65_534, 65_534)
  }
  await assert.rejects(readPrivateFile(path), /^TypeError: it belongs to another user/)
})

test('a symbolic link, a folder and a file that is too long are refused', async (context) => {
  const folder = await scratch(context)
  const at = (name: string): string => join(folder, name)
  await writeFile(at('real'), 'one\n', { mode: 0o600 })
  await symlink(at('real'), at('link'))
  await mkdir(at('folder'), { mode: 0o600 })
  await writeFile(at('long'), 'x'.repeat(1_048_577), { mode: 0o600 })
  await assert.rejects(readPrivateFile(at('link')), /^TypeError: it is a symbolic link/)
  await assert.rejects(readPrivateFile(at('folder')), /^TypeError: it is not a regular file/)
  await assert.rejects(readPrivateFile(at('long')), /^TypeError: it has 1048577 bytes/)
})

test('a partial file of a killed process is never read, and is replaced by the next write', async (context) => {
  const folder = await scratch(context)
  const path = join(folder, 'a.key')
  await writePrivateFile(path, 'one\n')
  await symlink('/etc/passwd', `${path}.new`)
  assert.equal(await readPrivateFile(path), 'one\n')
  await writePrivateFile(path, 'two\n')
  assert.equal(await readPrivateFile(path), 'two\n')
  assert.deepEqual(await readdir(folder), ['a.key'])
})

test('a folder that takes no file says so, and the file of before stays', async (context) => {
  await assert.rejects(writePrivateFile(join(await scratch(context), 'missing', 'a.key'), 'one\n'), { code: 'ENOENT' })
})
