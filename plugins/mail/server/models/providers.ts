import { column, model } from '@host/plugin'
import type { MailProvider } from '../../shared.ts'

/** The endpoint at which a mail service reports bounces and complaints to a workspace. */
export const ProviderHook = model(
  'mail_provider_hooks',
  {
    id: column.id('mailhook'),
    org_id: column.org(),
    provider: column.text<MailProvider>({ max: 20 }),
    secret_hash: column.text({ max: 43, secret: true }),
    former_hash: column.text({ max: 43, nullable: true, secret: true }),
    former_until: column.time({ nullable: true }),
    rotated_at: column.time(),
    /** The only topic of SNS whose notifications count. */
    topic: column.text({ max: 300, default: '' }),
    confirmed_at: column.time({ nullable: true }),
    /** The latest report that was accepted. */
    last_at: column.time({ nullable: true }),
  },
  {
    unique: [['org_id', 'provider']],
    index: [['org_id', 'id']],
    transfer: { reason: 'Providers report to the original.', clone: 'none' },
  },
)

/** Reports that were accepted, so that a repeat counts once. */
export const ProviderReport = model(
  'mail_provider_reports',
  {
    id: column.id('mailhookreport'),
    org_id: column.org(),
    report_key: column.text({ max: 43, secret: false }),
    seen_at: column.time(),
  },
  { unique: [['org_id', 'report_key']], index: [['org_id', 'id'], ['seen_at']] },
)

export const providerModels = [ProviderHook, ProviderReport] as const
