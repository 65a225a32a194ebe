import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeNewFile } from './write-new-file.ts'

const hour = 60 * 60 * 1000
const signal = new AbortController().signal

test('an export whose part another one removed, since it was suspended, says what to do', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'host-new-file-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const [out, now] = [join(folder, 'tea.workspace'), Date.now()]
  async function* none(): AsyncGenerator<Uint8Array> {}
  async function* suspended(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('tea')
    const earlier = new Date(now - 2 * hour)
    for (const name of await readdir(folder)) await utimes(join(folder, name), earlier, earlier)
    await writeNewFile(out, { parts: none(), now, signal })
    await rm(out)
  }
  await assert.rejects(writeNewFile(out, { parts: suspended(), now, signal }), {
    name: 'TransferError',
    message: /\.part" was removed, because nothing was written to it for an hour\. Run the export again/,
  })
  assert.deepEqual(await readdir(folder), [])
})
