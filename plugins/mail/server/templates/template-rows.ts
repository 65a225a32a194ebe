import { Problem, type ReadQueries } from '@host/plugin'
import type { Template, TemplateItem, TemplateLanguage, TemplateVariant } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { allVariables } from './fill-template.ts'

export const templateColumns = ['id', 'slug', 'name', 'en', 'zh', 'updated_at'] as const

/** @throws Problem `not_found` */
export async function requireTemplate(db: ReadQueries<Tables>, id: string) {
  const row = await db.selectFrom('mail_templates').select(templateColumns).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

export type TemplateRow = Awaited<ReturnType<typeof requireTemplate>>

export function listedTemplate(row: TemplateRow): TemplateItem {
  const { id, slug, name, updated_at: updatedAt } = row
  const languages = (['en', 'zh'] as const).filter((language) => row[language] !== null)
  return { id, slug, name, languages, variables: allVariables(row), updatedAt }
}

export function shownTemplate(row: TemplateRow): Template {
  return { ...listedTemplate(row), en: row.en, zh: row.zh }
}

/** A variant of a template. @throws Problem `invalid_input` at the language */
export function requireVariant(row: TemplateRow, language: TemplateLanguage, path: string): TemplateVariant {
  const variant = row[language]
  if (variant === null) throw new Problem('invalid_input', { errors: [{ path, message: noVariant }] })
  return variant
}

const noVariant = { en: 'The template has no text in this language.', zh: '模板没有此语言的内容。' }
