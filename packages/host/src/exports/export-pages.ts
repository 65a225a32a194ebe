import type { StreamedPage } from '@host/plugin'

/** Dependencies of an export's pages. */
export interface ExportPagesOptions {
  readonly pages: AsyncIterable<StreamedPage>
  /** How long nothing may move, in milliseconds: neither a page produced nor one taken. */
  readonly stallLimit: number
  /** Called once, when the last page was taken, the source failed, the reader left or nothing moved. */
  readonly onEnd: (reason: 'done' | 'stalled') => void
}

/** The pages of a running export. They end when they are complete, fail or are left, and when the reader stops taking pages. */
export class ExportPages implements AsyncIterableIterator<StreamedPage> {
  readonly #source: AsyncIterator<StreamedPage>
  readonly #options: ExportPagesOptions
  #stall: NodeJS.Timeout | undefined
  #isOver = false

  constructor(options: ExportPagesOptions) {
    this.#source = options.pages[Symbol.asyncIterator]()
    this.#options = options
    this.#notePage()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<StreamedPage>> {
    if (this.#isOver) throw new ExportStalled()
    this.#notePage()
    try {
      const result = await this.#source.next()
      if (result.done === true) this.#end('done')
      else if (!this.#isOver) this.#notePage()
      return result
    } catch (error) {
      this.#end('done')
      throw error
    }
  }

  async return(): Promise<IteratorResult<StreamedPage>> {
    try {
      await this.#source.return?.()
    } finally {
      this.#end('done')
    }
    return { done: true, value: undefined }
  }

  #notePage(): void {
    clearTimeout(this.#stall)
    this.#stall = setTimeout(() => this.#endStalled(), this.#options.stallLimit).unref()
  }

  #endStalled(): void {
    this.#end('stalled')
    // A source that hangs never settles, and one that fails while it ends has no reader left.
    this.#source.return?.().catch(() => undefined)
  }

  #end(reason: 'done' | 'stalled'): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#stall)
    this.#options.onEnd(reason)
  }
}

/** A reader came back to an export that had ended without it. */
class ExportStalled extends Error {
  constructor() {
    super('The export was canceled because the client stopped reading.')
    this.name = 'ExportStalled'
  }
}
