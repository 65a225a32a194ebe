/**
 * A form that is sent without sign-in. Another site can make a browser send it, but can't choose the browser's
 * `Origin`; a program can choose everything, and is bounded by the limit per address and by the size of the body.
 *
 * The key of a submission belongs to the workspace, as keys of members do, and their addresses never coincide. The
 * handler's writes commit with its stored answer, so a repeat of a lost answer writes nothing.
 */
import { Problem, type PublicForm } from '@host/plugin'
import type { KeyedCall } from '../../idempotency/keyed-call.ts'
import { hasKey } from '../../idempotency/key-header.ts'
import { isOriginAllowed } from '../csrf.ts'
import { answerWriter, inputReader } from '../typed-endpoint.ts'
import type { Middleware } from '../../request/request-state.ts'
import type { AnyPublicHandler, PublicCall, PublicRouteParts } from './public-address.ts'
import { VisitorScope } from './visitor-scope.ts'

/** Who sent a form, in the table of keys. */
const visitor = { userId: 'public', rights: { role: 'member', scopes: [] }, confinedTo: undefined } as const

/** Refuses forms of other sites, and submissions without a key, before anything is looked up. */
export function checkedForm({ middleware: { publicOrigin } }: PublicRouteParts, next: Middleware): Middleware {
  return (state) => {
    // A domain of a workspace is an origin of its own, which the request names.
    if (!isOriginAllowed(state, state.site === undefined ? publicOrigin : undefined)) throw new Problem('csrf_origin')
    if (!hasKey(state.request)) throw withoutKey()
    return next(state)
  }
}

/** Answers a public form. @throws TypeError for an invalid definition */
export function answerForm(parts: PublicRouteParts, form: PublicForm, handler: AnyPublicHandler) {
  const read = inputReader(form)
  const write = answerWriter(form)
  return async ({ state, scope, workspace: { id: orgId } }: PublicCall): Promise<Response> => {
    let db = parts.tools.database(orgId)
    const call: KeyedCall = {
      ...visitor,
      holder: orgId,
      state,
      keepsAnswer: true,
      prepare: undefined,
      runOn: (on) => void (db = parts.tools.database(orgId, on)),
      async run() {
        scope.input = await read(scope)
        return write(await handler.answer(new VisitorScope(scope, { orgId, db })))
      },
    }
    return await parts.runs.answer(call)
  }
}

function withoutKey(): Problem {
  return new Problem('bad_request', {
    detail: { en: 'The submission has no Idempotency-Key.', zh: '提交缺少幂等键。' },
    nextStep: { en: 'Open the page and send the form from there.', zh: '请打开页面，从页面中提交表单。' },
  })
}
