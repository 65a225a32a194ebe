import { Problem } from '@host/plugin'
import { plainAnswer, setHeader } from '@host/plugin/platform'
import type { AnyPublicHandler, PublicCall, PublicRouteParts } from './public-address.ts'
import { VisitorScope } from './visitor-scope.ts'

/** Answers a public file, which caches may keep for 5 minutes. @throws Problem `not_found` */
export function answerFile(parts: PublicRouteParts, path: string, handler: AnyPublicHandler) {
  return async ({ scope, workspace: { id: orgId } }: PublicCall): Promise<Response> => {
    const visitor = new VisitorScope(scope, { orgId, db: parts.tools.database(orgId) })
    const response = await handler.answer(visitor)
    if (response === undefined || response === null) throw new Problem('not_found')
    if (!(response instanceof Response)) {
      throw new TypeError(`The public file "${path}" was answered without a Response.`)
    }
    if (response.status !== 200) return response
    if (setsCookie(response)) throw new TypeError(`The public file "${path}" sets a cookie, which a cache would keep.`)
    return setHeader(response, 'cache-control', 'public, max-age=300')
  }
}

function setsCookie(response: Response): boolean {
  const plain = plainAnswer(response)
  return plain === undefined ? response.headers.has('set-cookie') : 'set-cookie' in plain.headers
}
