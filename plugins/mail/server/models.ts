import { column, mirror, type TablesOf } from '@host/plugin'
import { Draft, DraftFile, Send } from './models/drafts.ts'
import { ImageSender } from './models/image-senders.ts'
import { Label, Labeled } from './models/labels.ts'
import { Inbound, Seen } from './models/inbound.ts'
import { Access, Address, Count, Mailbox, MailboxTotal } from './models/mailboxes.ts'
import { Attachment, Body, Email, Message } from './models/messages.ts'
import { providerModels } from './models/providers.ts'
import { reportModels } from './models/reports.ts'
import { Forward, Rule } from './models/rules.ts'
import { suppressionModels } from './models/suppressions.ts'
import { senderModels } from './models/senders.ts'
import { outgoingModels } from './models/outgoing.ts'
import { Signature } from './models/signatures.ts'
import { Template } from './models/templates.ts'

const Membership = mirror('memberships', { id: column.id('mbr'), org_id: column.org(), user_id: column.text() })

const User = mirror(
  'users',
  { id: column.id('usr'), email: column.text() },
  { tenantKey: { column: 'id', through: 'memberships', key: 'user_id' } },
)

export const models = [
  Mailbox,
  MailboxTotal,
  Address,
  Access,
  Count,
  Message,
  Body,
  Attachment,
  Email,
  Label,
  Labeled,
  Rule,
  Forward,
  Seen,
  Inbound,
  ...suppressionModels,
  ...senderModels,
  ...outgoingModels,
  Draft,
  DraftFile,
  Send,
  Signature,
  ImageSender,
  Template,
  ...reportModels,
  ...providerModels,
  Membership,
  User,
] as const

export type Tables = TablesOf<typeof models>
