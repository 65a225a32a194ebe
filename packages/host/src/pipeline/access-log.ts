/**
 * One line for each answer: request, caller and result.
 *
 * Nothing that would let a reader act as the caller is logged. A path is written as the pattern of its route, so the
 * token of a link stays out wherever a plugin puts it; in a path without a route, segments long enough to be a secret
 * are left out. Queries, headers and bodies are not written at all.
 */
import type { IncomingMessage } from 'node:http'
import type { Log, LogFields } from '@host/plugin'
import type { AnswerRecorder, SentAnswer } from '../http/answer-record.ts'
import { pathOf } from '../http/node-request.ts'
import { networkOf } from '../request/network.ts'
import { stateOf, type RequestState } from '../request/request-state.ts'

/** Which answers are written. */
export type AccessLogMode = 'off' | 'errors' | 'all'

const firstError = 400
const longestPath = 200
const longestSegment = 20

/** The log of answers; undefined when none is kept. */
export function accessLog(mode: AccessLogMode, log: Log): AnswerRecorder | undefined {
  if (mode === 'off') return undefined
  return Object.freeze<AnswerRecorder>({
    wants: (status) => mode === 'all' || status >= firstError,
    record: (sent) => log.info('Answered', fieldsOf(sent)),
  })
}

function fieldsOf(sent: SentAnswer): LogFields {
  const { status, requestId, bytes, milliseconds, isComplete, message, request, answerer } = sent
  const state = request && stateOf(request)
  return {
    ...(message && { method: message.method }),
    ...(answerer === undefined ? placeOf(state, message) : { route: 'edge' }),
    status,
    ...(milliseconds === undefined ? {} : { milliseconds: Math.round(milliseconds * 1000) / 1000 }),
    bytes,
    ...(isComplete ? {} : { isComplete }),
    requestId,
    plugin: answerer?.plugin ?? state?.plugin ?? 'host',
    ...(state?.caller?.orgId && { workspace: state.caller.orgId }),
    ...(state?.caller && { user: state.caller.userId }),
    ...(state?.caller?.tokenId && { token: state.caller.tokenId }),
    ...(state && { network: networkOf(state.address) }),
    ...state?.span?.logFields,
  }
}

function placeOf(state: RequestState | undefined, message: IncomingMessage | undefined): LogFields {
  if (state !== undefined && state.route !== '') return { route: state.route }
  return message === undefined ? {} : { path: guardedPath(pathOf(message)) }
}

/** The path of a request that no route answers: it may be one to which a secret was sent by mistake. */
function guardedPath(path: string): string {
  const segments = path.slice(0, longestPath).split('/')
  return segments.map((segment) => (segment.length > longestSegment ? '…' : segment)).join('/')
}
