import { Mail, Problem, RateLimit, requireService, type Mux, type PluginContext, type TablesOf } from '@host/plugin'
import { EmailTemplates, OperatorSettings, People, Readiness, type OperatorSetting } from '@host/plugin/platform'
import { changeOperatorSettings, mailNames, readOperatorSettings, sendTestEmail } from '../shared.ts'
import type { models } from './models.ts'

/** Test emails of an admin in an hour. */
const mostTests = 20
const hour = 3_600_000
/** Milliseconds that the mail server has for a test. */
const longestTest = 20_000

const texts = {
  en: { subject: 'Test email', before: 'This instance can send email.', button: '', after: '' },
  zh: { subject: '测试邮件', before: '此实例可以发送邮件。', button: '', after: '' },
} as const

/** Operator settings that need no restart, and a test of the mail sender. */
export function mountOperator(
  mux: Mux<'instance', TablesOf<typeof models>, 'instance'>,
  ctx: Pick<PluginContext, 'lookup'>,
): void {
  const settings = requireService(ctx, OperatorSettings)
  const people = requireService(ctx, People)
  const templates = requireService(ctx, EmailTemplates)
  const rates = requireService(ctx, RateLimit)

  mux.endpoint(readOperatorSettings, async () => listOf(await settings.list()))
  mux.endpoint(changeOperatorSettings, async ({ input }) => {
    const saved = await settings.save(input)
    const isMailChanged = mailNames.some((name) => input[name] !== undefined)
    if (isMailChanged) await ctx.lookup(Readiness)?.storeFacts({ mailTest: undefined })
    return listOf(saved)
  })
  mux.endpoint(sendTestEmail, async ({ userId, language }) => {
    const mail = ctx.lookup(Mail)
    if (mail === undefined || (await mail.canSend?.()) === false) throw noSender()
    const { allowed, resetAfter } = await rates.take(`test-email ${userId}`, mostTests, hour)
    if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(resetAfter) } })
    const { email: to } = await people.read(userId)
    const email = templates.render(texts[language], { language, values: {}, footer: [] })
    const attempt = { id: crypto.randomUUID(), signal: AbortSignal.timeout(longestTest) }
    const problem = await mail.send({ to: [to], ...email }, attempt).then(() => null, codesOf)
    // For the readiness of the instance.
    await ctx.lookup(Readiness)?.storeFacts({ mailTest: { problem } })
    return { to, problem }
  })
}

function listOf(items: readonly OperatorSetting[]) {
  return { items: items.map((item) => ({ ...item })), nextCursor: null }
}

/** Codes alone: the words of a mail server may repeat the email. */
function codesOf(error: unknown): string {
  const {
    message = '',
    code,
    name,
  } = error as { readonly message?: string; readonly code?: unknown; readonly name?: string }
  const rejected = /^The mail server rejected an email: (?<codes>[\w ]{1,80})\.$/.exec(message)?.groups?.['codes']
  return rejected ?? (typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : (name ?? 'Error'))
}

function noSender(): Problem {
  return new Problem('conflict', {
    detail: { en: 'This instance has no mail sender.', zh: '此实例没有配置发件服务。' },
    nextStep: { en: 'Set the SMTP server and the sender first.', zh: '请先设置 SMTP 服务器和发件人。' },
  })
}
