import { column, model, type Role } from '@host/plugin'

/**
 * Invitations that wait for an answer, one for an address in a workspace. One that was accepted or withdrawn is gone
 * from here, so that no link of it opens anything.
 */
const Invitation = model(
  'invitations',
  {
    id: column.id('inv'),
    org_id: column.org(),
    /** Normalised: the same mailbox has one spelling. */
    email: column.text({ max: 254 }),
    role: column.text<Role>({ max: 16 }),
    /** SHA-256 of the token, which is nowhere but in its link. */
    token_hash: column.text({ max: 43 }),
    /** Whether the link was mailed, which proves the mailbox of the person who uses it. */
    is_mailed: column.boolean(),
    /** The inviter, whose right it depends on. */
    invited_by: column.text({ max: 64 }),
    created_at: column.time(),
    expires_at: column.time(),
  },
  {
    unique: [['org_id', 'email'], 'token_hash'],
    index: ['expires_at', ['org_id', 'invited_by'], ['org_id', 'id']],
    label: 'email',
    transfer: { reason: 'Links of invitations lead to their instance.', isExported: false },
  },
)

/** The tables of invitations. */
export const invitationModels = [Invitation] as const
