import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { ownNode, userCache } from './own-node.ts'

const fuse = ['NODE_SEA', 'FUSE', 'fce680ab2cc467b6e072b8b5df1996b2'].join('_')

suite('§A112 the Node of the executable', { skip: process.platform === 'darwin' }, () => {
  let home = ''
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'own-node-'))
  })
  after(() => rm(home, { recursive: true, force: true }))

  /** An executable whose mark is at a position; what follows it is its program, which may contain the mark too. */
  const executable = async (at: number): Promise<string> => {
    const path = join(home, `host-${at}`)
    await writeFile(path, `${'x'.repeat(at)}${fuse}:1 program ${fuse}:1`)
    return path
  }

  for (const at of [0, 10, 4 * 1024 * 1024 - 20]) {
    test(`is a copy without the program, with the mark at ${at}`, async () => {
      const cache = await mkdtemp(join(home, 'cache-'))
      const path = await ownNode({ executable: await executable(at), cache })
      assert.equal(await readFile(path, 'utf8'), `${'x'.repeat(at)}${fuse}:0 program ${fuse}:1`)
      assert.deepEqual(await readdir(dirname(path)), ['node'])
    })
  }

  test('is made once', async () => {
    const cache = await mkdtemp(join(home, 'cache-'))
    const path = await ownNode({ executable: await executable(1), cache })
    await writeFile(path, 'kept')
    assert.equal(await ownNode({ executable: await executable(1), cache }), path)
    assert.equal(await readFile(path, 'utf8'), 'kept')
  })

  test('is refused in a sentence where other users can write, and leaves nothing behind where it fails', async () => {
    const cache = await mkdtemp(join(home, 'cache-'))
    const plain = join(home, 'plain')
    await writeFile(plain, 'no mark')
    await assert.rejects(ownNode({ executable: plain, cache }), { name: 'CommandFailure', message: /XDG_CACHE_HOME/ })
    const [folder = ''] = await readdir(join(cache, 'host'))
    assert.deepEqual(await readdir(join(cache, 'host', folder)), [])
    await chmod(join(cache, 'host', folder), 0o777)
    await assert.rejects(
      ownNode({ executable: await executable(1), cache }),
      /can be changed by other users\. Remove it/,
    )
  })

  test("is kept in the folder of the user's caches", () => {
    assert.equal(userCache({ XDG_CACHE_HOME: '/var/caches' }), '/var/caches')
    assert.match(userCache({ XDG_CACHE_HOME: 'relative' }), /^\/.*\/\.cache$/)
  })
})
