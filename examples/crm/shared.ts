import { column, defineDownload, defineResource, defineUpload, field } from '@host/plugin/zod'
import * as z from 'zod/mini'
import { labels } from './shared/texts.ts'

export const contacts = defineResource({
  plugin: 'crm',
  name: 'contacts',
  one: 'contact',
  icon: 'users',
  label: labels.contacts,
  fields: {
    name: field.text({ label: labels.name, max: 120 }),
    email: field.email({ label: labels.email, optional: true, search: true }),
    company: field.text({ label: labels.company, hint: labels.companyHint, max: 120, optional: true }),
    taxId: field.sealed({ label: labels.taxId, optional: true }),
  },
  title: 'name',
  columns: { lookup: column.job({ nullable: true }) },
})

export const deals = defineResource({
  plugin: 'crm',
  name: 'deals',
  one: 'deal',
  icon: 'handshake',
  label: labels.deals,
  fields: {
    name: field.text({ label: labels.name, max: 120 }),
    contact: field.reference(contacts, { label: labels.contact, onDelete: 'null' }),
    owner: field.member({ label: labels.owner, optional: true }),
    currency: field.choice({ label: labels.currency, choices: labels.currencies, default: 'EUR' }),
    amount: field.money({ label: labels.amount, currency: { from: 'currency' }, min: 0, optional: true }),
    stage: field.choice({ label: labels.stage, choices: labels.stages, default: 'lead' }),
    closesOn: field.date({ label: labels.closesOn, optional: true }),
  },
  title: 'name',
  columns: { won_at: column.time({ nullable: true }) },
  index: [['org_id', 'won_at']],
})

export const notes = defineResource({
  plugin: 'crm',
  name: 'notes',
  one: 'note',
  icon: 'sticky-note',
  label: labels.notes,
  fields: {
    text: field.text({ label: labels.note, max: 2_000, multiline: true }),
    deal: field.reference(deals, { label: labels.deal, onDelete: 'cascade' }),
  },
  title: 'text',
})

export const files = defineResource({
  plugin: 'crm',
  name: 'files',
  one: 'file',
  icon: 'paperclip',
  label: labels.files,
  fields: {
    name: field.text({ label: labels.name }),
    size: field.number({ label: labels.size, whole: true }),
    deal: field.reference(deals, { label: labels.deal, onDelete: 'cascade' }),
  },
  title: 'name',
  columns: { content: column.blob() },
})

export const addFile = defineUpload({
  pattern: 'POST /api/x/crm/deals/{deal}/files',
  accept: ['*/*'],
  maxBytes: 10_000_000,
  output: z.object({ id: z.string() }),
  status: 201,
  summary: 'Add a file to a deal',
})

export const downloadFile = defineDownload({ pattern: 'GET /api/x/crm/files/{id}/content', summary: 'Download a file' })
