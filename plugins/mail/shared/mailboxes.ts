import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { isOwnAddress } from './addresses.ts'
import { folders } from './folders.ts'
import { mailLimits } from './limits.ts'

/** How a mailbox treats mail that fails DMARC where its sender's domain asks for rejection. */
export const rejectPolicies = ['refuse', 'spam', 'accept'] as const
/** The same, where the domain asks for quarantine. */
export const quarantinePolicies = ['spam', 'accept'] as const

export type RejectPolicy = (typeof rejectPolicies)[number]
export type QuarantinePolicy = (typeof quarantinePolicies)[number]

const Address = z
  .string()
  .check(
    z.trim(),
    z.minLength(3),
    z.maxLength(mailLimits.address),
    z.refine(isOwnAddress, 'Enter an address such as info@example.com, without a plus sign.'),
  )

const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(mailLimits.mailboxName),
    z.refine(isDisplayName, displayNameComplaint.en),
  )

const FolderCount = z.object({ folder: z.enum(folders), emails: z.int(), unread: z.int() })

const MailboxOut = z.object({
  id: z.string(),
  address: z.string().check(z.describe('The address, its domain in Unicode.')),
  name: z.string(),
  aliases: z.array(z.string()).check(z.describe('Other addresses whose mail it receives.')),
  isCatchAll: z
    .boolean()
    .check(z.describe('Whether it receives the mail of every address of its domain that has no mailbox.')),
  takesPlus: z.boolean().check(z.describe('Whether `name+tag@domain` is its address, too.')),
  onDmarcReject: z.enum(rejectPolicies),
  onDmarcQuarantine: z.enum(quarantinePolicies),
  retentionDays: z.nullable(z.int()).check(z.describe('After how many days emails are deleted; null for never.')),
  shortensLinks: z.boolean(),
  canShortenLinks: z.boolean().check(z.describe('Whether the feature Short links is on, without which links stay.')),
  isReceiving: z.boolean().check(z.describe('Whether the workspace has verified the domain, so that mail arrives.')),
  canRead: z.boolean().check(z.describe('Whether the caller may read its emails.')),
  members: z.int().check(z.describe('How many members may read it.')),
  folders: z
    .nullable(z.array(FolderCount))
    .check(z.describe('Counts of its folders; null for a mailbox that the caller may not read.')),
  createdAt: z.string(),
})

/** A mailbox. */
export type Mailbox = z.infer<typeof MailboxOut>

const MailboxDetails = z.object({
  ...MailboxOut.shape,
  scheduled: z.int().check(z.describe('Emails that wait for their time. A deletion of the mailbox cancels them.')),
})

/** A mailbox with what a deletion of it would end. */
export type MailboxDetails = z.infer<typeof MailboxDetails>

const settings = {
  name: z.optional(Name.check(z.describe('For lists; the part before the @ when left out.'))),
  aliases: z.optional(
    z
      .array(Address)
      .check(z.maxLength(mailLimits.aliases), z.describe('All its other addresses, on verified domains.')),
  ),
  isCatchAll: z
    .optional(z.boolean())
    .check(z.describe('Receives the mail of every address of its domain that has no mailbox.')),
  takesPlus: z.optional(z.boolean()).check(z.describe('Receives `name+tag@domain` as well; true when left out.')),
  onDmarcReject: z
    .optional(z.enum(rejectPolicies))
    .check(z.describe("Mail that fails DMARC where the sender's domain asks to reject it; `refuse` when left out.")),
  onDmarcQuarantine: z
    .optional(z.enum(quarantinePolicies))
    .check(z.describe("Mail that fails DMARC where the sender's domain asks for quarantine; `spam` when left out.")),
  retentionDays: z
    .optional(z.nullable(z.int().check(z.gte(1), z.lte(mailLimits.retentionDays))))
    .check(z.describe('After how many days emails are deleted; null for never.')),
  shortensLinks: z
    .optional(z.boolean())
    .check(z.describe('Replaces links in sent emails by short links, which count clicks; false when left out.')),
}

const example: Mailbox = {
  id: 'mailbox_01h455vb4pex5vsknk084sn02q',
  address: 'support@example.com',
  name: 'Support',
  aliases: ['help@example.com'],
  isCatchAll: false,
  takesPlus: true,
  onDmarcReject: 'refuse',
  onDmarcQuarantine: 'spam',
  retentionDays: null,
  shortensLinks: false,
  canShortenLinks: true,
  isReceiving: true,
  canRead: true,
  members: 2,
  folders: [{ folder: 'inbox', emails: 12, unread: 3 }],
  createdAt: '2026-01-31T08:15:00.000Z',
}

export const listMailboxes = defineEndpoint({
  pattern: 'GET /api/x/mail/mailboxes',
  input: listInput({ sort: ['address'] }),
  output: pageOf(MailboxOut),
  summary: 'List the mailboxes that you may read; admins see all of them',
  mcp: { name: 'list_mailboxes', description: 'Lists mailboxes with the counts of their folders.' },
  examples: [{ input: {}, output: { items: [example], nextCursor: null } }],
})

export const readMailbox = defineEndpoint({
  pattern: 'GET /api/x/mail/mailboxes/{id}',
  input: nothing,
  output: MailboxDetails,
  summary: 'Read a mailbox',
})

export const createMailbox = defineEndpoint({
  pattern: 'POST /api/x/mail/mailboxes',
  input: z.strictObject({ address: Address, ...settings }),
  output: MailboxOut,
  status: 201,
  role: 'admin',
  support: false,
  audit: 'mailbox.created',
  summary: 'Create a mailbox on a verified domain; you may read it',
  errors: ['conflict', 'quota_exceeded', 'tier_required'],
  examples: [{ input: { address: example.address, name: example.name }, output: example }],
})

export const changeMailbox = defineEndpoint({
  pattern: 'PATCH /api/x/mail/mailboxes/{id}',
  input: z.strictObject(settings),
  output: MailboxOut,
  role: 'admin',
  support: false,
  audit: 'mailbox.updated',
  summary: 'Change a mailbox; fields that are left out stay as they are',
  errors: ['conflict', 'quota_exceeded'],
})

export const deleteMailbox = defineEndpoint({
  pattern: 'DELETE /api/x/mail/mailboxes/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'mailbox.deleted',
  summary: 'Delete a mailbox with all its emails, and cancel those that it would send later',
  changes: ['/api/emails', '/api/x/mail/outgoing', '/api/x/mail/scheduled'],
})

const UserId = z.string().check(z.minLength(1), z.maxLength(60))

export const listMailboxMembers = defineEndpoint({
  pattern: 'GET /api/x/mail/mailboxes/{id}/members',
  input: nothing,
  output: z.object({ userIds: z.array(z.string()) }),
  summary: 'List the members who may read a mailbox',
  description: 'For admins, and for members who may read it themselves.',
})

export const setMailboxMembers = defineEndpoint({
  pattern: 'PUT /api/x/mail/mailboxes/{id}/members',
  input: z.strictObject({
    userIds: z
      .array(UserId)
      .check(
        z.maxLength(mailLimits.members),
        z.describe('All members who may read it. Admins are not among them by default.'),
      ),
  }),
  output: z.object({ userIds: z.array(z.string()) }),
  role: 'admin',
  support: false,
  audit: 'mailbox.members_changed',
  errors: ['quota_exceeded'],
  summary: 'Set the members who may read a mailbox',
  changes: ['/api/emails'],
})

export const listMailDomains = defineEndpoint({
  pattern: 'GET /api/x/mail/domains',
  input: nothing,
  output: z.object({
    items: z.array(
      z.object({
        name: z.string().check(z.describe('In Unicode.')),
        asciiName: z.string().check(z.describe('As DNS has it.')),
      }),
    ),
  }),
  summary: 'List the verified domains that mailboxes can be on',
})
