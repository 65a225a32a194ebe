import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { definePlugin, Exports, stream } from '@host/plugin'
import { stallDownload } from '../lab/export-client.ts'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'

const page = 'x'.repeat(64 * 1024)
/**
 * Memory that the process may hold for a client that reads nothing: a page in flight, and one in the socket's buffer.
 */
const mostHeld = 4 * page.length

/** An export without an end that counts its pages. */
function countedExport() {
  const seen = { pages: 0 }
  async function* pages(): AsyncGenerator<string> {
    for (;;) {
      seen.pages += 1
      yield page
    }
  }
  const plugin = definePlugin({
    name: 'counted',
    info: infoOf('Counted'),
    models: [],
    mount: (mux, ctx) =>
      mux.handle(
        'GET /api/x/counted/export',
        ctx.guard(({ orgId }) => stream(ctx.lookup(Exports)!.open(orgId, pages()))),
      ),
  })
  return { plugin, seen }
}

/** Waits until no further page is made. */
async function settled(seen: { readonly pages: number }): Promise<void> {
  for (let [last, quiet] = [-1, 0]; quiet < 10 && seen.pages < 4_000; quiet = seen.pages === last ? quiet + 1 : 0) {
    last = seen.pages
    // A real wait: the buffers of the system fill up without an event.
    await wait(20)
  }
}

test('§I60 a client that stops reading holds back its export, and the process buffers a few pages for it', async () => {
  const { plugin, seen } = countedExport()
  await using spec = await startSpecHost({ plugins: [plugin] })
  const { ada } = await spec.people()
  const sockets: Socket[] = []
  const onSocket = (message: unknown): void => void sockets.push((message as { readonly socket: Socket }).socket)
  subscribe('net.server.socket', onSocket)
  try {
    using download = await stallDownload(ada, '/api/x/counted/export')
    assert.match(download.head, /^HTTP\/1\.1 200 /)
    await settled(seen)
    const sent = sockets.reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, 0)
    const held = seen.pages * page.length - sent
    assert.ok(seen.pages > 1 && seen.pages < 4_000, `${seen.pages} pages made`)
    assert.ok(held <= mostHeld, `${held} bytes held in the process after ${seen.pages} pages`)
  } finally {
    unsubscribe('net.server.socket', onSocket)
  }
})
