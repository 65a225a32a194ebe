import type { BlobRow, BlobStore } from './blob-store.ts'

const pageSize = 100

/**
 * The blobs of a workspace as JSON texts, one for each, content included. Read piece by piece, so that neither many nor
 * large ones are in memory.
 * @throws read errors; the export ends there, so that it can't pass as complete
 */
export async function* exportBlobs(
  store: Pick<BlobStore, 'page' | 'read'>,
  orgId: string,
): AsyncGenerator<AsyncIterable<string>> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const rows: readonly BlobRow[] = await store.page(orgId, after, pageSize)
    for (const row of rows) yield blobText(row, store.read(row))
    after = rows.at(-1)?.id
  }
}

async function* blobText(
  { plugin, key, size, type, changedAt }: BlobRow,
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ plugin, key, size, type, changedAt }).slice(0, -1)},"content":"`
  yield* inBase64(body)
  yield '"}'
}

/** Three bytes are four characters: the rest of a piece goes with the next one. */
async function* inBase64(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const piece of body) {
    const bytes = Buffer.concat([rest, piece])
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, whole)
    rest = bytes.subarray(whole)
  }
  yield rest.toString('base64')
}
