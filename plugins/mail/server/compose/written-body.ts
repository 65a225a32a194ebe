import { Problem, type ReadQueries } from '@host/plugin'
import type { NewEmail } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { fillTemplate, requireValues } from '../templates/fill-template.ts'
import { requireVariant, templateColumns } from '../templates/template-rows.ts'
import { wrong } from './senders.ts'
import { htmlOfText } from './text-to-html.ts'

export interface WrittenBody {
  readonly subject: string
  readonly text: string | undefined
  readonly html: string | undefined
}

/** Subject and bodies of an email: those of a template, or its own. @throws Problem `invalid_input` */
export async function bodyOf(db: ReadQueries<Tables>, email: NewEmail, path: string): Promise<WrittenBody> {
  if (email.template !== undefined) return await ofTemplate(db, email, path)
  const { subject, text, html } = email
  if (email.variables !== undefined) throw wrong(`${path}variables`, noTemplate)
  if (subject === undefined) throw wrong(`${path}subject`, noSubject)
  if (text === undefined && html === undefined) throw wrong(`${path}text`, noText)
  return { subject, text, html: html ?? htmlOfText(text ?? '') }
}

async function ofTemplate(db: ReadQueries<Tables>, email: NewEmail, path: string): Promise<WrittenBody> {
  const both = (['text', 'html'] as const).find((field) => email[field] !== undefined)
  if (both !== undefined) throw wrong(`${path}${both}`, twoBodies)
  const templates = db
    .selectFrom('mail_templates')
    .select(templateColumns)
    .where('slug', '=', email.template ?? '')
  const row = await templates.executeTakeFirst()
  if (row === undefined) throw new Problem('invalid_input', { errors: [{ path: `${path}template`, message: unknown }] })
  const variant = requireVariant(row, email.language ?? 'en', `${path}language`)
  const values = email.variables ?? {}
  requireValues(variant, values, `${path}variables`)
  const filled = fillTemplate(variant, values)
  return { ...filled, subject: email.subject ?? filled.subject }
}

const noTemplate = { en: 'Name the template of these variables.', zh: '请指定这些变量所属的模板。' }
const noSubject = { en: 'Enter a subject, or name a template.', zh: '请输入主题，或指定模板。' }
const noText = { en: 'Enter a text or HTML, or name a template.', zh: '请输入文本或 HTML，或指定模板。' }
const twoBodies = { en: 'Leave this out: the template has the text.', zh: '请移除此项：正文由模板提供。' }
const unknown = { en: 'No template has this name.', zh: '没有此名称的模板。' }
