import type { Upload } from '@host/plugin'
import { isMemberScope, type MemberScope, type PublicScope } from '../request/request-scope.ts'
import { stateOf } from '../request/request-state.ts'
import { answerWriter, inputReader } from './typed-endpoint.ts'
import { checkUpload } from '../uploads/check-upload.ts'
import type { ReceivedFile, Uploads } from '../uploads/uploads.ts'

/** Parts of a mounted upload. */
export interface UploadEndpointOptions {
  readonly plugin: string
  readonly uploads: Pick<Uploads, 'receive' | 'commit'>
  readonly handler: (scope: PublicScope) => unknown
  /** Wraps the handler, which then runs in the file's transaction. */
  readonly follow: (handler: (scope: PublicScope) => unknown) => (scope: PublicScope) => unknown
}

/** An upload's handler. With an `Idempotency-Key`, `prepare` receives the file before the transaction of the answer. */
export interface PreparedHandler {
  (scope: PublicScope): Promise<Response>
  readonly prepare: (scope: PublicScope) => Promise<AsyncDisposable>
}

/** An upload as a handler behind its guard. @throws TypeError for an invalid definition */
export function uploadEndpoint(upload: Upload, options: UploadEndpointOptions): PreparedHandler {
  const { plugin, uploads, handler, follow } = options
  checkUpload(upload)
  if (typeof handler !== 'function') throw new TypeError('the handler must be a function')
  const read = inputReader(upload)
  const write = answerWriter(upload)
  const files = new WeakMap<object, ReceivedFile>()
  const prepare = async (scope: PublicScope): Promise<ReceivedFile> => {
    const member = requireMember(scope)
    const state = stateOf(scope.request)
    scope.input = await read(scope)
    if (state !== undefined) state.isReceiving = true
    try {
      const received = await uploads.receive(member, upload.upload)
      files.set(scope, received)
      return received
    } finally {
      if (state !== undefined) state.isReceiving = false
    }
  }
  const followed = follow(async (scope) => {
    const received = files.get(scope)
    if (received === undefined) throw new Error('A file is received before its handler runs.')
    const given = Object.defineProperty(requireMember(scope), 'file', { value: received.file, enumerable: true })
    return await uploads.commit({ scope: given, plugin, received }, () => handler(given))
  })
  const answer = async (scope: PublicScope): Promise<Response> => {
    await using _received = files.has(scope) ? undefined : await prepare(scope)
    return write(await followed(scope))
  }
  return Object.assign(answer, { prepare })
}

function requireMember(scope: PublicScope): MemberScope {
  if (isMemberScope(scope)) return scope
  throw new Error('An upload has a workspace.')
}
