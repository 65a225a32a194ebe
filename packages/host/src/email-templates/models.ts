import { column, model, type InstanceTables, type Language, type ScopedDatabase, type TablesOf } from '@host/plugin'

/** Texts that admins wrote in place of those of an email, one for each language. */
const StoredEmail = model(
  'host_email_texts',
  {
    id: column.id('emailtext'),
    /** The workspace, or `instanceOrgId`. */
    org_id: column.org(),
    key: column.text({ max: 100, secret: false }),
    language: column.text<Language>({ max: 2 }),
    subject: column.text({ max: 200 }),
    before: column.text({ max: 2_000 }),
    button: column.text({ max: 60 }),
    after: column.text({ max: 2_000, default: '' }),
    changed_at: column.time(),
  },
  { unique: [['org_id', 'key', 'language']], index: [['org_id', 'id']], label: 'key' },
)

/** The tables of email texts. */
export const emailTemplateModels = [StoredEmail] as const

/** These tables over all workspaces. */
export type EmailTemplateDatabase = ScopedDatabase<InstanceTables<TablesOf<typeof emailTemplateModels>>>
