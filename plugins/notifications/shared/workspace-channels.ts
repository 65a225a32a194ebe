import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { ChannelOut, Fields, Kind, Name } from './channels.ts'
import { defineEndpoint, Id } from './schemas.ts'

/** How many channels one workspace may have. */
export const mostWorkspaceChannels = 10

/** More than a build has. */
const mostCategories = 200
const Categories = z
  .array(z.string().check(z.minLength(1), z.maxLength(100)))
  .check(
    z.minLength(1, { error: 'Choose at least one notification type.' }),
    z.maxLength(mostCategories),
    z.describe('Keys of the notification types that it gets.'),
  )
const MessageLanguage = z.enum(['en', 'zh']).check(z.describe('Language of its messages.'))

const WorkspaceChannelOut = z.extend(ChannelOut, {
  language: MessageLanguage,
  categories: z.array(z.string()).check(z.describe('Keys of the notification types that it gets.')),
})

/** A type of notification that the workspace can get. */
const CategoryOut = z.object({ key: z.string(), title: z.string(), plugin: z.string() })

export type WorkspaceChannelEntry = z.infer<typeof WorkspaceChannelOut>
export type WorkspaceChannelCategory = z.infer<typeof CategoryOut>

const example: WorkspaceChannelEntry = {
  id: 'nwc_01h455vb4pex5vsknk084sn02q',
  kind: 'telegram',
  name: 'Operations',
  fields: { botToken: '••••••••', chatId: '-1001' },
  state: 'working',
  error: null,
  createdAt: '2026-01-31T08:15:00.000Z',
  language: 'en',
  categories: ['webhooks.endpoint-disabled'],
}

export const listWorkspaceChannels = defineEndpoint({
  pattern: 'GET /api/notifications/workspace-channels',
  input: nothing,
  output: z.object({
    items: z.array(WorkspaceChannelOut),
    nextCursor: z.null(),
    kinds: z.array(Kind),
    categories: z.array(CategoryOut).check(z.describe('Notification types of the enabled features.')),
  }),
  role: 'admin',
  summary: 'List the notification channels of this workspace and the available types',
  mcp: {
    name: 'list_workspace_channels',
    description:
      'Lists the channels by which this workspace sends its notifications, such as Slack or Telegram, with the notification types that each gets and why a channel fails. Secrets are masked.',
  },
})

export const createWorkspaceChannel = defineEndpoint({
  pattern: 'POST /api/notifications/workspace-channels',
  input: z.strictObject({ kind: Id, name: Name, fields: Fields, language: MessageLanguage, categories: Categories }),
  output: z.extend(WorkspaceChannelOut, {
    signingKey: z
      .nullable(z.string())
      .check(z.describe('The generated signing key, shown once; null if the type has none.')),
  }),
  role: 'admin',
  audit: 'channel.created',
  status: 201,
  revealsSecret: true,
  summary: 'Add a channel of this workspace; it becomes active after a successful test message',
  errors: ['conflict', 'destination_not_allowed'],
  examples: [
    {
      input: {
        kind: 'telegram',
        name: 'Operations',
        fields: { botToken: '123456:AAabcdefghijklmnopqrstuvwxyz0123456', chatId: '-1001' },
        language: 'en',
        categories: ['webhooks.endpoint-disabled'],
      },
      output: { ...example, state: 'unproven', signingKey: null },
    },
  ],
})

export const changeWorkspaceChannel = defineEndpoint({
  pattern: 'PATCH /api/notifications/workspace-channels/{id}',
  input: z.strictObject({
    name: z.optional(Name),
    fields: z.optional(Fields),
    language: z.optional(MessageLanguage),
    categories: z.optional(Categories),
    isOn: z.optional(z.boolean()),
  }),
  output: WorkspaceChannelOut,
  role: 'admin',
  support: false,
  audit: 'channel.changed',
  summary: 'Update a channel of this workspace; masked secrets stay the same',
  errors: ['conflict', 'destination_not_allowed'],
})

export const deleteWorkspaceChannel = defineEndpoint({
  pattern: 'DELETE /api/notifications/workspace-channels/{id}',
  input: nothing,
  output: nothing,
  role: 'admin',
  audit: 'channel.deleted',
  summary: 'Delete a channel of this workspace',
  mcp: {
    name: 'delete_workspace_channel',
    description: 'Deletes a notification channel of this workspace. Its settings and secrets are lost.',
    approval: true,
  },
})

export const testWorkspaceChannel = defineEndpoint({
  pattern: 'POST /api/notifications/workspace-channels/{id}/test',
  input: nothing,
  output: WorkspaceChannelOut,
  role: 'admin',
  support: false,
  audit: 'channel.tested',
  summary: 'Send a test message to activate a channel of this workspace',
  errors: ['conflict'],
})
