import { Problem, requireService, type Language } from '@host/plugin'
import {
  EmailTemplates,
  InstanceBrand,
  NotificationChannels,
  Sessions,
  type DeclaredEmail,
  type EmailPlace,
  type EmailTemplatesService,
  type RenderedEmail,
} from '@host/plugin/platform'
import {
  isTemplateLanguage,
  listInstanceEmails,
  listSystemEmails,
  previewInstanceEmail,
  previewSystemEmail,
  resetInstanceEmail,
  resetSystemEmail,
  saveInstanceEmail,
  saveSystemEmail,
  testInstanceEmail,
  testSystemEmail,
  type SystemEmail,
  type SystemEmailTexts,
} from '../../shared.ts'
import type { MailMux, Parts } from '../parts.ts'

interface Named {
  readonly key: string
  readonly language: string
}

/** Routes of the texts of emails that the host sends by itself: of a workspace, and of the instance. */
export function mountSystemEmails(mux: MailMux, parts: Parts): void {
  const { ctx } = parts
  mux.endpoint(listSystemEmails, async ({ orgId, language }) => ({ items: await emailsOf(parts, { orgId }, language) }))
  mux.endpoint(saveSystemEmail, async ({ orgId, params, input, audit }) => {
    await save(parts, { orgId }, { ...input, ...params })
    audit.describe({ target: targetOf(params), after: { ...input } })
  })
  mux.endpoint(resetSystemEmail, async ({ orgId, params, audit }) => {
    await reset(parts, { orgId }, params)
    audit.describe({ target: targetOf(params) })
  })
  mux.endpoint(previewSystemEmail, ({ orgId, params, input }) => rendered(parts, { orgId }, { ...input, ...params }))
  mux.endpoint(testSystemEmail, async ({ orgId, params, input, request, audit }) => {
    audit.describe({ target: targetOf(params) })
    return await sendTest(parts, { orgId, request }, { ...input, ...params })
  })
  mux.endpoint(listInstanceEmails, async ({ language }) => ({ items: await emailsOf(parts, {}, language) }))
  mux.endpoint(saveInstanceEmail, async ({ params, input, request }) => {
    await save(parts, {}, { ...input, ...params })
    ctx.audit.describe(request, { target: targetOf(params), after: { ...input } })
    return undefined
  })
  mux.endpoint(resetInstanceEmail, async ({ params, request }) => {
    await reset(parts, {}, params)
    ctx.audit.describe(request, { target: targetOf(params) })
    return undefined
  })
  mux.endpoint(previewInstanceEmail, ({ params, input }) => rendered(parts, {}, { ...input, ...params }))
  mux.endpoint(testInstanceEmail, async ({ params, input, request }) => {
    ctx.audit.describe(request, { target: targetOf(params) })
    return await sendTest(parts, { request }, { ...input, ...params })
  })
}

const targetOf = ({ key, language }: Named): string => `system_email:${key}.${language}`

/** The emails of a place with the texts that were written for it. */
async function emailsOf({ ctx }: Parts, place: EmailPlace, reader: Language): Promise<SystemEmail[]> {
  const templates = requireService(ctx, EmailTemplates)
  const stored = await templates.stored(place)
  const own = (key: string, language: Language) => {
    const found = stored.find((each) => each.key === key && each.language === language)
    return found === undefined ? null : textsOf(found)
  }
  const shown = templates.list().filter(({ isOfWorkspace }) => place.orgId === undefined || isOfWorkspace === true)
  const items: SystemEmail[] = []
  for (const email of shown) {
    const { key, title, variables } = email
    const usual = (language: Language) => usualOf(templates, email, { place, language })
    const [en, zh] = await Promise.all([usual('en'), usual('zh')])
    items.push({
      key,
      title: title[reader],
      variables: Object.entries(variables).map(([name, { title: names, example, isRequired = false }]) => ({
        name,
        title: names[reader],
        example,
        isRequired,
      })),
      en: { usual: en, own: own(key, 'en') },
      zh: { usual: zh, own: own(key, 'zh') },
    })
  }
  return items
}

/** The text that counts without one of this place: that of the instance, or the one that the email is declared with. */
async function usualOf(
  templates: EmailTemplatesService,
  { key, texts }: DeclaredEmail,
  { place, language }: { readonly place: EmailPlace; readonly language: Language },
): Promise<SystemEmailTexts> {
  const ofInstance = place.orgId === undefined ? undefined : await templates.find({ key, language }, {})
  return textsOf(ofInstance ?? texts[language])
}

function textsOf({ subject, before, button, after }: SystemEmailTexts): SystemEmailTexts {
  return { subject, before, button, after }
}

async function save({ ctx }: Parts, place: EmailPlace, { key, language, ...texts }: Named & SystemEmailTexts) {
  const named = { key, language: requireLanguage(language) }
  await requireService(ctx, EmailTemplates).save(place, { ...textsOf(texts), ...named })
}

async function reset({ ctx }: Parts, place: EmailPlace, { key, language }: Named): Promise<void> {
  await requireService(ctx, EmailTemplates).reset(place, { key, language: requireLanguage(language) })
}

/** A text with the examples of its variables, as it would be sent. @throws Problem `not_found`, `invalid_input` */
function rendered(
  { ctx }: Parts,
  place: EmailPlace,
  { key, language, ...texts }: Named & SystemEmailTexts,
): RenderedEmail {
  const templates = requireService(ctx, EmailTemplates)
  const email = templates.list().find((each) => each.key === key)
  const examples = Object.entries(email?.variables ?? {}).map(([name, { example }]) => [name, example] as const)
  const page = ctx.lookup(NotificationChannels)?.addressOf('/login') ?? 'https://host.example.com/login'
  const name = ctx.lookup(InstanceBrand)?.current().name ?? 'Host'
  const content = { values: Object.fromEntries(examples), link: page, footer: [`${name} · ${new URL(page).host}`] }
  return templates.preview(place, { ...textsOf(texts), key, language: requireLanguage(language) }, content)
}

const [perHour, hour] = [20, 3_600_000]

async function sendTest(
  parts: Parts,
  { orgId, request }: EmailPlace & { readonly request: Request },
  texts: Named & SystemEmailTexts,
): Promise<{ to: string }> {
  const { ctx, rateLimit } = parts
  const email = rendered(parts, { orgId }, texts)
  const { user } = await requireService(ctx, Sessions).me(request)
  const { allowed, resetAfter } = await rateLimit.take(`system-email:${user.id}`, perHour, hour)
  if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(Math.ceil(resetAfter)) } })
  await ctx.sendMail({ orgId, to: [user.email], ...email })
  return { to: user.email }
}

/** @throws Problem `not_found` */
function requireLanguage(language: string): Language {
  if (!isTemplateLanguage(language)) throw new Problem('not_found')
  return language
}
