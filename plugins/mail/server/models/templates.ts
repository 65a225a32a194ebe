import { column, model } from '@host/plugin'
import type { TemplateVariant } from '../../shared.ts'

/** A template of a workspace, with a variant for each language that it has. */
export const Template = model(
  'mail_templates',
  {
    id: column.id('mailtemplate'),
    org_id: column.org(),
    /** By which programs name it. */
    slug: column.text({ max: 40 }),
    name: column.text({ max: 60 }),
    en: column.json<TemplateVariant | null>({ nullable: true }),
    zh: column.json<TemplateVariant | null>({ nullable: true }),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
    updated_at: column.time(),
  },
  {
    unique: [['org_id', 'slug']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'name', 'id'],
    ],
    label: 'name',
  },
)
