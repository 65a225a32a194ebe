import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import { mailLimits } from './limits.ts'

const ImageSenderOut = z.object({ id: z.string(), address: z.string(), createdAt: z.string() })

/** A sender whose remote images the caller always sees. */
export type ImageSender = z.infer<typeof ImageSenderOut>

const example: ImageSender = {
  id: 'mailimagesender_01h455vb4pex5vsknk084sn02q',
  address: 'news@example.org',
  createdAt: '2026-01-31T08:15:00.000Z',
}

export const listImageSenders = defineEndpoint({
  pattern: 'GET /api/x/mail/image-senders',
  input: listInput({ sort: ['createdAt'] }),
  output: pageOf(ImageSenderOut),
  summary: 'List the senders whose remote images you always see, the newest first',
  examples: [{ input: {}, output: { items: [example], nextCursor: null } }],
})

export const allowImageSender = defineEndpoint({
  pattern: 'POST /api/x/mail/image-senders',
  input: z.strictObject({
    emailId: z
      .string()
      .check(z.minLength(1), z.maxLength(60), z.describe('An email of the sender that passed DMARC, and is not spam.')),
  }),
  output: ImageSenderOut,
  audit: 'mail_image_sender.added',
  summary: 'Always see the remote images of the sender of an email',
  description: `It holds for you alone, and for emails that pass DMARC. After ${mailLimits.imageSenders} senders the oldest is removed.`,
  errors: ['not_found', 'conflict'],
  changes: ['/api/emails'],
})

export const removeImageSender = defineEndpoint({
  pattern: 'DELETE /api/x/mail/image-senders/{id}',
  input: nothing,
  output: nothing,
  audit: 'mail_image_sender.removed',
  summary: 'Block the remote images of a sender again',
  changes: ['/api/emails'],
})
