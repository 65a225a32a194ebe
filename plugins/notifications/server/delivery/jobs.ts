import * as z from 'zod/mini'
import { defineJob, roles } from '@host/plugin'
import { Both, SentNotification } from './sent-notification.ts'

/** The user before the next batch; null for the first batch. */
const After = z.nullable(z.string())
/** The job of the first batch; null for that job itself. */
const ToldBy = z.nullable(z.string())
/** When a message was to be sent first, in milliseconds since 1970. */
const DueAt = z.int()

/** Puts a notification into the inboxes of a workspace, in batches. Inputs are stored, so `notice` keeps its name. */
export const deliverToPeople = defineJob({
  name: 'tell',
  input: z.strictObject({
    notice: SentNotification,
    to: z.union([z.strictObject({ userId: z.string() }), z.strictObject({ role: z.enum(roles) })]),
    after: After,
    toldBy: ToldBy,
  }),
})

/** The same for instance admins. */
export const deliverToAdmins = defineJob({
  name: 'tell-admins',
  place: 'instance',
  input: z.strictObject({ notice: SentNotification, after: After, toldBy: ToldBy }),
})

/** Queues a notification for the channels of a workspace. Atomic, so that each channel gets it once. */
export const deliverToChannels = defineJob({
  name: 'tell-channels',
  atomic: true,
  input: z.strictObject({ notice: SentNotification }),
})

/** Sends a notification by one channel of a workspace. */
export const sendToWorkspaceChannel = defineJob({
  name: 'send-to-channel',
  usesNetwork: true,
  input: z.strictObject({ notice: SentNotification, channelId: z.string(), dueAt: DueAt }),
})

/** Publishes the outcome of a question in notifications of a workspace. */
export const settle = defineJob({ name: 'settle', input: z.strictObject({ askedAs: z.string(), outcome: Both }) })

/** Sends a notification by one channel of its reader. */
export const sendNotification = defineJob({
  name: 'send',
  place: 'instance',
  usesNetwork: true,
  input: z.strictObject({ noticeId: z.string(), channelId: z.string(), dueAt: DueAt }),
})

/** Queues a notification as an email of its own. */
export const mailNotification = defineJob({
  name: 'mail',
  place: 'instance',
  atomic: true,
  input: z.strictObject({ noticeId: z.string(), dueAt: DueAt }),
})

/** Queues the notifications that were put together for a user as one email. */
export const mailDigest = defineJob({
  name: 'digest',
  place: 'instance',
  atomic: true,
  input: z.strictObject({ userId: z.string() }),
})

/** Removes notifications past their retention, and those over a user's limit. */
export const sweep = defineJob({
  name: 'sweep',
  place: 'instance',
  input: z.strictObject({ after: After }),
})
