/** The workers of `host serve --workers 2` on one SQLite file, with jobs for both of them. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Product } from '../../../packages/cli/src/serve/testing/product.ts'

const script = join(import.meta.dirname, '../lab/errands-product.ts')
const many = process.env['HOST_SOAK'] === '1' ? 5_000 : 200

interface Said {
  readonly what: 'began' | 'ended'
  readonly id: string
  readonly pid: number
}

test('§P8 §P9 §P48 two workers share the jobs of a SQLite file, none is done twice, and those of a stopping one pass on', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'host-errands-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const said = (what: Said['what'], ids: ReadonlySet<string>): readonly Said[] => {
    const file = join(folder, 'errands')
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    const all = lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as Said)
    return all.filter((each) => each.what === what && ids.has(each.id))
  }
  const env = { SPEC_FOLDER: folder, HOST_STOP_TIMEOUT: '2' }
  const product = await Product.start(t, { script, typed: ['--workers', '2'], env })
  const add = async (tag: string, count: number): Promise<ReadonlySet<string>> => {
    const { status, body } = await product.ask('/api/x/errands/add', JSON.stringify({ tag, count }))
    assert.equal(status, 201)
    return new Set(body as readonly string[])
  }
  const held = (tag: string): string => join(folder, `held-${tag}`)

  // So long that each of the two has some of them at work.
  writeFileSync(held('stuck'), '')
  const stuck = await add('stuck', 20)
  const pids = await product.until('both workers at work', () => {
    const found = new Set(said('began', stuck).map(({ pid }) => pid))
    return found.size === 2 ? [...found] : undefined
  })
  const [leaving = 0] = pids
  const passed = said('began', stuck).filter(({ pid }) => pid === leaving)
  process.kill(leaving, 'SIGTERM')
  await product.until('another worker with what was held', () => {
    const others = said('began', stuck).filter(({ pid }) => pid !== leaving)
    return passed.some(({ id }) => others.some((other) => other.id === id)) ? true : undefined
  })
  rmSync(held('stuck'))
  await product.until('the end of all', () => (said('ended', stuck).length >= stuck.size ? true : undefined))

  const shared = await add('shared', many)
  await product.until('the end of all', () => (said('ended', shared).length >= shared.size ? true : undefined))
  for (const ids of [stuck, shared]) assert.equal(said('ended', ids).length, ids.size, 'none was done twice')
  assert.equal(said('began', shared).length, many)
  assert.equal(said('ended', stuck).filter(({ pid }) => pid === leaving).length, 0)
})
