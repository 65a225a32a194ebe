/**
 * The one way to stream a body. A page is produced when the reader asks for it and not before, so a client that reads
 * slowly holds back its own source and no memory. The event loop turns between two pages, because a source that never
 * waits for anything would otherwise run to its end before any other request is served. A reader that leaves ends the
 * source.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A part of a body: text in UTF-8, or bytes. */
export type StreamedPage = string | Uint8Array

/**
 * A body from pages, each produced when it is read. When the reader leaves, the source's `return` is called; when the
 * source throws, the body fails with that error. A body that is a stream already stays as it is.
 * @example
 * async function* lines() {
 *   for await (const page of pagesOfNotes()) yield page.map((note) => `${JSON.stringify(note)}\n`).join('')
 * }
 * return stream(lines(), { headers: { 'content-type': 'application/jsonl' } })
 * @since 1.0.0
 */
export function streamPages(
  pages: AsyncIterable<StreamedPage> | ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  return pages instanceof ReadableStream ? pages : pulledBody(pages, bytesOf)
}

/** A body from any items, each produced and encoded when it is read. */
export function pulledBody<Item>(
  items: AsyncIterable<Item>,
  encode: (item: Item) => Uint8Array,
): ReadableStream<Uint8Array> {
  return new ReadableStream(new PulledSource(items[Symbol.asyncIterator](), encode), { highWaterMark: 0 })
}

class PulledSource<Item> {
  readonly #items: AsyncIterator<Item>
  readonly #encode: (item: Item) => Uint8Array
  #isBegun = false
  #isOver = false

  constructor(items: AsyncIterator<Item>, encode: (item: Item) => Uint8Array) {
    this.#items = items
    this.#encode = encode
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const bytes = await this.#next()
    if (this.#isOver) return
    if (bytes !== undefined) return controller.enqueue(bytes)
    this.#isOver = true
    controller.close()
  }

  async cancel(): Promise<void> {
    this.#isOver = true
    await this.#items.return?.()
  }

  /** The next item that holds something; undefined at the end. */
  async #next(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (this.#isBegun) await nextTurn()
      this.#isBegun = true
      if (this.#isOver) return undefined
      const result = await this.#items.next()
      if (result.done === true) return undefined
      const bytes = await this.#encoded(result.value)
      if (bytes.length > 0) return bytes
    }
  }

  async #encoded(item: Item): Promise<Uint8Array> {
    try {
      return this.#encode(item)
    } catch (error) {
      await this.#items.return?.()
      throw error
    }
  }
}

const encoder = new TextEncoder()

function bytesOf(page: StreamedPage): Uint8Array {
  if (typeof page === 'string') return encoder.encode(page)
  if (page instanceof Uint8Array) return page
  throw new TypeError(`A page of a streamed body must be text or bytes, not ${typeof page}.`)
}
