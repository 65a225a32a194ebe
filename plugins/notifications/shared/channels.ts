import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint, Id } from './schemas.ts'

export { mailChannel } from './schemas.ts'

/** How many channels one person may have. */
export const mostChannels = 10

export const Name = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(60), z.refine(isDisplayName, displayNameComplaint.en))
/** More than a form of any kind of channel has. */
const mostFields = 20
export const Fields = z
  .record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(2_000)))
  .check(
    z.refine((fields) => Object.keys(fields).length <= mostFields, { error: `Enter at most ${mostFields} fields.` }),
  )
  .register(z.globalRegistry, { maxProperties: mostFields })

/**
 * How a channel does. `unproven` waits for a test message that arrives, `off` was switched off by its owner or because
 * it failed for days.
 */
const State = z.enum(['unproven', 'working', 'failing', 'off'])

export const ChannelOut = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  fields: z.record(z.string(), z.string()).check(z.describe('Field values; secrets are masked.')),
  state: State,
  error: z.nullable(z.string()).check(z.describe('Why the last message failed; null after a successful one.')),
  createdAt: z.string(),
})

/** A kind of channel that this build offers. */
export const Kind = z.object({
  id: z.string(),
  title: z.string(),
  icon: z.string(),
  fields: z.record(z.string(), z.unknown()).check(z.describe('JSON Schema of an object with text fields.')),
  secrets: z.array(z.string()),
})

export type ChannelEntry = z.infer<typeof ChannelOut>
export type ChannelKind = z.infer<typeof Kind>

export const listChannels = defineEndpoint({
  pattern: 'GET /api/notifications/channels',
  input: nothing,
  output: z.object({ items: z.array(ChannelOut), nextCursor: z.nullable(z.string()), kinds: z.array(Kind) }),
  audience: 'user',
  summary: 'List your channels and the available types',
  errors: ['forbidden'],
})

export const createChannel = defineEndpoint({
  pattern: 'POST /api/notifications/channels',
  input: z.strictObject({ kind: Id, name: Name, fields: Fields }),
  output: z.extend(ChannelOut, {
    signingKey: z
      .nullable(z.string())
      .check(z.describe('The generated signing key, shown once; null if the type has none.')),
  }),
  audience: 'user',
  audit: false,
  status: 201,
  revealsSecret: true,
  summary: 'Add a channel; it becomes active after a successful test message',
  errors: ['forbidden', 'conflict', 'destination_not_allowed'],
})

export const changeChannel = defineEndpoint({
  pattern: 'PATCH /api/notifications/channels/{id}',
  input: z.strictObject({
    name: z.optional(Name),
    fields: z.optional(Fields),
    isOn: z.optional(z.boolean()),
  }),
  output: ChannelOut,
  audience: 'user',
  audit: false,
  changes: ['/api/notifications/channels'],
  summary: 'Update a channel; masked secrets stay the same',
  errors: ['forbidden', 'destination_not_allowed'],
})

export const deleteChannel = defineEndpoint({
  pattern: 'DELETE /api/notifications/channels/{id}',
  input: nothing,
  output: nothing,
  audience: 'user',
  audit: false,
  changes: ['/api/notifications/channels', '/api/notifications/preferences'],
  summary: 'Delete a channel',
  errors: ['forbidden'],
})

export const testChannel = defineEndpoint({
  pattern: 'POST /api/notifications/channels/{id}/test',
  input: nothing,
  output: ChannelOut,
  audience: 'user',
  audit: false,
  changes: ['/api/notifications/channels'],
  summary: 'Send a test message to activate the channel',
  errors: ['forbidden', 'conflict'],
})
