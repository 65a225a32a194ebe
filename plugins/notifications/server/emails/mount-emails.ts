/**
 * Routes of the unsubscribe link in emails. They are public: the secret in the link is the proof. Mail scanners open
 * links with a GET, so a GET changes nothing. The answer is the same whether the emails were on, off, or their
 * recipient is gone.
 */
import { noContent, Problem, redirect, type PluginContext, type RequestScope } from '@host/plugin'
import { NotificationChannels } from '@host/plugin/platform'
import { endEmails, oneClickPath, readEmails } from '../../shared/emails.ts'
import type { Tables } from '../models.ts'
import type { NotificationsMux } from '../notifications-mux.ts'
import type { Categories } from '../preferences/categories.ts'
import { EndedEmails } from '../preferences/ended-emails.ts'
import { openEmailLink } from './email-link.ts'

/** The page of the link. */
export const emailPage = '/unsubscribe'

const longestToken = 1_000
const longestBody = 4 * 1024

/** Mounts them. */
export function mountEmails(mux: NotificationsMux, ctx: PluginContext<Tables>, categories: Categories): void {
  const ended = new EndedEmails(ctx, categories)

  mux.endpoint(readEmails, async ({ input, language }) => {
    const kind = await openEmailLink(ctx, input.token)
    const category = kind.category === null ? null : (categories.find(kind.category)?.title[language] ?? kind.category)
    return { category, isOn: await ended.isOn(kind) }
  })
  mux.endpoint(endEmails, async ({ input }) => {
    await ended.end(await openEmailLink(ctx, input.token))
    return noContent()
  })
  mux.handle(`GET ${oneClickPath}`, (scope) => goToPage(ctx, scope))
  mux.handle(
    `POST ${oneClickPath}`,
    async (scope) => {
      // Kept as RFC 8058 says, §3.2: a POST without these words was meant as something else.
      if (!isOneClick(await scope.request.text())) throw new Problem('bad_request', { detail: noPress })
      await ended.end(await openEmailLink(ctx, tokenOf(scope)))
      return noContent()
    },
    { operation: pressOperation, bodyLimit: longestBody },
  )
}

function goToPage(ctx: PluginContext<Tables>, scope: RequestScope): Response {
  const page = `${emailPage}?token=${encodeURIComponent(tokenOf(scope))}`
  const answer = redirect(ctx.lookup(NotificationChannels)?.addressOf(page) ?? page)
  answer.headers.set('referrer-policy', 'no-referrer')
  answer.headers.set('cache-control', 'no-store')
  return answer
}

/** The pair as a form sends it, or as one of the parts of a multipart body. */
function isOneClick(body: string): boolean {
  return /(?:^|&)List-Unsubscribe=One-Click(?:&|\s*$)/i.test(body) || multipartPair.test(body)
}

const multipartPair = /name="?List-Unsubscribe"?[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,200}\r?\n){0,4}\r?\nOne-Click\r?\n/i

function tokenOf({ query }: RequestScope): string {
  return (query.get('token') ?? '').slice(0, longestToken).toWellFormed()
}

const query = { token: 'The secret from the link.' }
const noPress = {
  en: 'Send List-Unsubscribe=One-Click (RFC 8058).',
  zh: '请按 RFC 8058 发送 List-Unsubscribe=One-Click。',
}

const pressOperation = {
  summary: 'Stop emails of one type with one click in a mail client',
  query,
  body: { type: 'application/x-www-form-urlencoded' },
  answers: { 204: { description: 'The emails are stopped.' } },
  errors: ['gone', 'bad_request'],
} as const
