/**
 * A host in a process of its own that sends until it is killed: `node mail-process.ts <order in JSON>`.
 *
 * It queues messages, reports that they are committed, and sends those and what the process before it left. With `isLast`
 * it queues nothing, and reports the results of all recipients.
 */
import type { SendPlace } from '../../../plugins/mail/server/testing/send-lab.ts'
import { startSendingHost } from './sending-host.ts'

/** What the process does. */
export interface MailOrder {
  readonly url: string
  /** Of the server that takes the mail. */
  readonly port: number
  /** The mailbox, once there is one. */
  readonly place?: SendPlace | undefined
  /** Subjects of the messages that it queues. */
  readonly subjects: readonly string[]
  readonly isLast: boolean
}

/** Sent before its messages, after each that is committed, and by the last process at the end. */
export interface MailReport {
  readonly place: SendPlace
  readonly queued?: string
  /** States of recipients by subject. */
  readonly results?: readonly (readonly [subject: string, state: string])[]
}

const order = JSON.parse(process.argv[2] ?? '') as MailOrder
const host = await startSendingHost(order.url)
const place = order.place ?? (await host.makePlace(order.port))
await report({ place })
for (const subject of order.subjects) {
  await host.queue(place, { subject, to: [`${subject}@peer.example`] })
  await report({ place, queued: subject })
}
await host.spec.host.settleJobs()
if (order.isLast) await report({ place, results: await host.results(place) })
process.kill(process.pid, 'SIGKILL')

async function report(message: MailReport): Promise<void> {
  await new Promise((sent) => process.send?.(message, sent))
}
