import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sendPicture, startUploadProcess, type UploadProcess } from '../../testing/uploads/start-upload-process.ts'
import type { MeasuredMemory } from '../../testing/uploads/upload-process.ts'

const megabyte = 1024 * 1024
const size = (process.env['HOST_SOAK'] === '1' ? 100 : 32) * megabyte

for (const isInFolder of [false, true]) {
  test(`a large file takes at most 8 MiB of memory while it is received (${isInFolder ? 'a folder' : 'the database'})`, async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'host-uploads-'))
    const host = await startUploadProcess(isInFolder ? { HOST_BLOBS: join(folder, 'blobs') } : {})
    context.after(async () => {
      await host.kill()
      await rm(folder, { recursive: true, force: true })
    })
    await sendPicture(host, size)
    const { buffers, rss } = await memoryDuring(host, async () => {
      const answer = await sendPicture(host, size)
      assert.equal(answer.status, 201, await answer.text())
    })
    // RSS has what the runtime and SQLite keep for the next file too; it is shown, and no bound holds for it.
    context.diagnostic(`buffers ${(buffers / megabyte).toFixed(1)} MiB, RSS ${(rss / megabyte).toFixed(1)} MiB`)
    assert.ok(buffers <= 8 * megabyte, `${buffers} bytes of buffers`)
  })
}

async function memoryDuring({ child }: UploadProcess, work: () => Promise<void>): Promise<MeasuredMemory> {
  const began = once(child, 'message')
  child.send('measure')
  await began
  await work()
  const ended = once(child, 'message')
  child.send('end')
  const [most] = (await ended) as [MeasuredMemory]
  return most
}
