import { Problem, type PublicPage, type PublicPageContent } from '@host/plugin'
import { answerOf } from '@host/plugin/platform'
import { isKnown } from '../../http/static-files.ts'
import { rawPath, requestHeader } from '../../http/node-request.ts'
import type { RequestState } from '../../request/request-state.ts'
import type { AnyPublicHandler, PublicCall, PublicRouteParts } from './public-address.ts'
import { VisitorScope } from './visitor-scope.ts'

const [longestTitle, longestDescription] = [200, 500]

/** The handler of a public page. */
export type PageHandler = AnyPublicHandler<PublicPageContent<unknown> | undefined>

/** Answers a public page: HTML that has its data in it. @throws Problem `not_found` @throws TypeError for wrong data */
export function answerPage(parts: PublicRouteParts, page: PublicPage, handler: PageHandler) {
  return async ({ state, scope, workspace }: PublicCall): Promise<Response> => {
    const visitor = new VisitorScope(scope, { orgId: workspace.id, db: parts.tools.database(workspace.id) })
    const content = await handler.answer(visitor)
    if (content === undefined || content === null) throw new Problem('not_found')
    const { html, etag } = parts.document.write({
      path: page.path,
      plugin: parts.plugin,
      params: scope.params,
      url: await parts.addressOf({ orgId: workspace.id, plugin: parts.plugin, path: pathOf(state) }),
      language: visitor.language,
      workspace,
      title: lineOf(content.title, longestTitle) ?? workspace.name,
      description: lineOf(content.description, longestDescription),
      isIndexed: content.isIndexed === true,
      data: await validData(page, content.data),
    })
    const headers: Record<string, string> = {
      'content-security-policy': parts.document.policy,
      'content-language': visitor.language,
      'cache-control': 'no-cache',
      // The address may be the only secret that protects the page.
      'referrer-policy': 'no-referrer',
      vary: 'accept-language',
      etag,
      ...(content.isIndexed === true ? {} : { 'x-robots-tag': 'noindex' }),
    }
    const isHeld = isKnown(requestHeader(state.request, 'if-none-match'), etag)
    if (isHeld) return answerOf({ status: 304, headers, body: null })
    headers['content-type'] = 'text/html; charset=utf-8'
    return answerOf({ status: 200, headers, body: state.request.method === 'HEAD' ? null : html })
  }
}

/** The path of the page itself, also where it is the root of a domain. */
function pathOf({ request, site }: RequestState): string {
  const path = rawPath(request)
  return path === '/' && site?.page !== undefined ? site.page : path
}

/** Data that its schema does not describe never leaves: it may be a column that was not meant to. */
async function validData({ path, data: schema }: PublicPage, value: unknown): Promise<unknown> {
  const result = await schema['~standard'].validate(value)
  if (result.issues === undefined) return result.value
  const fields = result.issues.map(({ path: at = [] }) => at.map(nameOf).join('.') || '(all)').join(', ')
  throw new TypeError(`The data of the public page "${path}" does not match its schema at: ${fields}.`)
}

function nameOf(key: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof key === 'object' ? key.key : key)
}

/** Text of a tenant on one line, without controls, also those that turn the direction of the text around it. */
function lineOf(text: unknown, longest: number): string | undefined {
  if (typeof text !== 'string') return undefined
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  const signs = [...line]
  if (signs.length > longest) return `${signs.slice(0, longest - 1).join('')}…`
  return line === '' ? undefined : line
}
