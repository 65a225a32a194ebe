import { column, model } from '@host/plugin'
import type { LinkPurpose } from './account-links.ts'

/** Links that were mailed and not used yet: one of each purpose for an account, so that a newer one voids the older. */
const AccountLink = model(
  'host_account_links',
  {
    id: column.id('lnk'),
    user_id: column.text({ max: 64 }),
    purpose: column.text<LinkPurpose>({ max: 16 }),
    /** SHA-256 of the token, which is nowhere but in the email. */
    token_hash: column.text({ max: 43 }),
    /** The address that a change of email waits for; null for every other purpose. */
    email: column.text({ nullable: true, max: 254 }),
    expires_at: column.time(),
  },
  { unique: [['user_id', 'purpose'], 'token_hash'], index: ['expires_at'] },
)

/** The tables of recovery. */
export const recoveryModels = [AccountLink] as const
