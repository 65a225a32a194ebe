import type { NotificationCategory } from '@host/plugin'
import * as z from 'zod/mini'
import { defineEvent } from '@host/plugin/zod'
import { lineIds } from '../../shared.ts'

export const domainReady = defineEvent({
  name: 'mail.domain_ready',
  description: 'A sending domain meets what receivers ask for',
  data: z.object({ senderId: z.string(), domain: z.string() }),
  example: { senderId: 'mailsender_01h455vb4pex5vsknk084sn02q', domain: 'example.com' },
})

export const domainNotReady = defineEvent({
  name: 'mail.domain_not_ready',
  description: 'A sending domain no longer meets what receivers ask for, seen by two checks',
  data: z.object({
    senderId: z.string(),
    domain: z.string(),
    lines: z.array(z.enum(lineIds)).check(z.describe('The lines that failed twice.')),
  }),
  example: { senderId: 'mailsender_01h455vb4pex5vsknk084sn02q', domain: 'example.com', lines: ['dkim'] },
})

export const dkimRecordMissing = defineEvent({
  name: 'mail.dkim_record_missing',
  description: 'A name server no longer has a DKIM record that was there',
  data: z.object({ domain: z.string(), selector: z.string() }),
  example: { domain: 'example.com', selector: 'h20260131k7' },
})

export const senderEvents = [domainReady, domainNotReady, dkimRecordMissing] as const

export const senderNotifications: readonly NotificationCategory[] = [
  { id: 'sender-check', title: 'Problems with a sending domain', byMail: true },
]
