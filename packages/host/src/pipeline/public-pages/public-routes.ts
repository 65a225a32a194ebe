/** The routes of public pages, forms and files, from a plugin's definitions and handlers. */
import { limits, type Pattern, type PublicForm, type PublicPage } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import type { BodyLimits } from '../../http/body-limits.ts'
import { endpointBodyLimits } from '../endpoint-body-limits.ts'
import type { Middleware } from '../../request/request-state.ts'
import { answerFile } from './answer-file.ts'
import { answerForm, checkedForm } from './answer-form.ts'
import { answerPage, type PageHandler } from './answer-page.ts'
import { publicAddress, type AnyPublicHandler, type PublicRouteParts } from './public-address.ts'

/** A public address, ready to be mounted. */
export interface PublicRoute {
  readonly pattern: Pattern
  readonly publicPart: 'page' | 'form' | 'file'
  readonly rateLimit: 'page' | 'form'
  readonly bodyLimits: BodyLimits
  readonly answer: Middleware
}

/** The largest body of a form, in bytes. */
const largestForm = 256 * 1024
const noBody: BodyLimits = { bytes: 0, structure: limits.jsonStructure }

/** @throws TypeError, PatternError for an invalid definition */
export function pageRoute(parts: PublicRouteParts, page: PublicPage, handler: PageHandler): PublicRoute {
  checkHandler(handler)
  if (typeof page.data?.['~standard']?.validate !== 'function') throw new TypeError('its data is not a schema')
  const answer = publicAddress(parts, handler, { rate: 'page', answer: answerPage(parts, page, handler) })
  const pattern = patternOf(parts.plugin, 'GET', page.path)
  return { pattern, publicPart: 'page', rateLimit: 'page', bodyLimits: noBody, answer }
}

/** @throws TypeError, PatternError for an invalid definition */
export function formRoute(parts: PublicRouteParts, form: PublicForm, handler: AnyPublicHandler): PublicRoute {
  checkHandler(handler)
  if (form.audience !== 'public') throw new TypeError('not a public form: define it with definePublicForm')
  const pattern = patternOf(parts.plugin, 'POST', form.path)
  const bodyLimits = endpointBodyLimits(form)
  if (bodyLimits.bytes > largestForm) {
    throw new TypeError(
      `its input takes ${bodyLimits.bytes} bytes; bound it to ${largestForm} with maxLength and maxItems`,
    )
  }
  const answer = publicAddress(parts, handler, { rate: 'form', answer: answerForm(parts, form, handler) })
  return { pattern, publicPart: 'form', rateLimit: 'form', bodyLimits, answer: checkedForm(parts, answer) }
}

/** @throws TypeError, PatternError for an invalid path or handler */
export function fileRoute(parts: PublicRouteParts, path: string, handler: AnyPublicHandler): PublicRoute {
  checkHandler(handler)
  const answer = publicAddress(parts, handler, { rate: 'page', answer: answerFile(parts, path, handler) })
  const pattern = patternOf(parts.plugin, 'GET', path)
  return { pattern, publicPart: 'file', rateLimit: 'page', bodyLimits: noBody, answer }
}

function patternOf(plugin: string, method: 'GET' | 'POST', path: string): Pattern {
  const pattern = parsePattern(`${method} ${path}`)
  const [first, second] = pattern.segments
  const isOwn =
    first?.kind === 'literal' && first.value === 'p' && second?.kind === 'literal' && second.value === plugin
  if (!isOwn) throw new TypeError(`public pages of "${plugin}" are below /p/${plugin}`)
  const isPlain = pattern.segments.every(({ kind }) => kind === 'literal' || kind === 'param')
  if (!isPlain) throw new TypeError('a public path has fixed segments and {name} only')
  return pattern
}

function checkHandler(handler: AnyPublicHandler): void {
  const { workspace, answer } = Object(handler) as Partial<AnyPublicHandler>
  if (typeof workspace === 'function' && typeof answer === 'function') return
  throw new TypeError('its handler must be { workspace, answer }, two functions')
}
