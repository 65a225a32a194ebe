/**
 * Uploads of a host, from the request to the committed row:
 *
 *   authorized ── input, slot, headers ──► receiving ── bytes, staged in the blob store ──► received
 *   received ── one transaction: the key leads to the bytes, the handler writes its row ──► committed
 *
 * Until the commit no name leads to the bytes, so whatever ends an upload before, a process that is killed included,
 * leaves neither row nor blob: the bytes are removed at once, or by the sweeper of blobs an hour later.
 */
import { randomUUID } from 'node:crypto'
import { Problem, type Upload, type UploadedFile } from '@host/plugin'
import type { BlobStore, StagedContent } from '../blobs/blob-store.ts'
import { MemberScope } from '../request/request-scope.ts'
import type { Database } from '../database/database.ts'
import { HeldTransaction } from '../database/held-transaction.ts'
import { bodyChunks } from '../http/body-chunks.ts'
import { notePaced } from '../http/paced-messages.ts'
import { FileBody } from './file-body.ts'
import { fileName } from './file-name.ts'
import { headSize, judgeType } from './judge-type.ts'
import type { UploadLimits } from './upload-limits.ts'
import { UploadSlots } from './upload-slots.ts'

/** Options of uploads. */
export interface UploadsOptions {
  readonly store: Pick<BlobStore, 'requireRoom' | 'stage' | 'place' | 'discard'>
  readonly database: Database
  readonly limits: UploadLimits
}

/** A received file, before its key leads to it. */
export interface ReceivedFile extends AsyncDisposable {
  readonly file: UploadedFile
  readonly staged: StagedContent
}

export class Uploads {
  readonly #options: UploadsOptions
  readonly #slots: UploadSlots

  constructor(options: UploadsOptions) {
    this.#options = options
    this.#slots = new UploadSlots(options.limits)
  }

  /** Receives the file of a request. @throws Problem as `judgeType`, `FileBody`, `UploadSlots` and `BlobStore.stage` */
  async receive(scope: MemberScope, { maxBytes, accept, headBytes = 0 }: Upload['upload']): Promise<ReceivedFile> {
    const { store, limits } = this.#options
    const { request, signal } = scope
    refuseEncoding(request)
    const name = fileName(request.headers.get('x-file-name'))
    await store.requireRoom(scope.orgId, statedSize(request))
    const free = this.#slots.take(scope)
    try {
      notePaced(request)
      const body = new FileBody({ next: bodyChunks(request), maxBytes, limits, signal })
      const head = await body.head(Math.max(headSize, headBytes))
      if (head.length === 0) throw empty()
      const type = judgeType({ head: head.subarray(0, headSize), stated: request.headers.get('content-type') }, accept)
      const staged = await store.stage(scope.orgId, body.rest(), signal)
      const file = Object.freeze<UploadedFile>({
        key: `uploads/${randomUUID()}`,
        name,
        size: staged.size,
        type,
        head: head.subarray(0, headBytes),
      })
      return { file, staged, [Symbol.asyncDispose]: async () => await store.discard(staged) }
    } finally {
      free()
    }
  }

  /** Runs a handler in the transaction in which the key comes to lead to its file. */
  async commit<Answer>(
    { scope, plugin, received }: { scope: MemberScope; plugin: string; received: ReceivedFile },
    handler: () => Answer | Promise<Answer>,
  ): Promise<Answer> {
    const { store, database } = this.#options
    const { orgId } = scope
    const on = MemberScope.transactorOf(scope) ?? database
    const { key: name, type } = received.file
    try {
      return await on.transaction(
        async (connection) => {
          MemberScope.runOn(scope, new HeldTransaction(on.dialect, connection))
          await store.place({ orgId, plugin, name }, received.staged, type)
          const answer = await handler()
          if (answer instanceof Response && answer.status >= 400) throw new Refused(answer)
          return answer
        },
        { tenant: orgId },
      )
    } catch (error) {
      if (error instanceof Refused) return error.answer as Answer
      throw error
    }
  }
}

/** Undoes what a handler wrote that answered with a refusal. */
class Refused extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('The handler refused the file.')
    this.answer = answer
  }
}

function refuseEncoding({ headers }: Request): void {
  if (!headers.has('content-encoding')) return
  throw new Problem('unsupported_media_type', {
    detail: { en: 'Compressed request bodies are not supported.', zh: '请求正文经过压缩。' },
    nextStep: {
      en: 'Send it uncompressed, without Content-Encoding.',
      zh: '请直接发送原文，不要使用 Content-Encoding。',
    },
  })
}

/** Bytes that the client says it sends; one without a size sends at least one. */
function statedSize({ headers }: Request): number {
  const stated = Number(headers.get('content-length') ?? 1)
  return Number.isSafeInteger(stated) && stated > 0 ? stated : 1
}

function empty(): Problem {
  return new Problem('invalid_input', {
    errors: [{ path: 'file', message: { en: 'The file is empty.', zh: '文件为空。' } }],
  })
}
