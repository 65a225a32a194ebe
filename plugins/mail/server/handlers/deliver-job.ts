import * as z from 'zod/mini'
import { defineJob, type IncomingMail, type ReadQueries, type WorkspaceContext } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { NamedHandler } from './mail-handlers.ts'

const minute = 60_000

/** Waits before each next attempt of a handler that failed: a day in all. */
const delays = [5_000, minute, 5 * minute, 15 * minute, 60 * minute, 4 * 60 * minute, 18 * 60 * minute]

/** Hands an email to one handler of a plugin. */
export const deliverJob = defineJob({
  name: 'deliver',
  input: z.strictObject({
    emailId: z.string(),
    plugin: z.string(),
    position: z.int(),
    /** From 1. */
    attempt: z.int(),
  }),
  usesNetwork: true,
})

/** Adds a job for each handler, as a part of the running transaction. @returns how many */
export async function enqueueHandlers(
  { jobs, handlers }: Pick<Parts, 'jobs' | 'handlers'>,
  orgId: string,
  emailId: string,
): Promise<number> {
  const all = handlers.all()
  for (const { plugin, position } of all) {
    await jobs.enqueue(orgId, deliverJob, { emailId, plugin, position, attempt: 1 }, { lane: plugin })
  }
  return all.length
}

/**
 * Runs the jobs of handlers. The fault of a handler is that of its plugin, which the host has reported: the job is done,
 * and one for the next attempt takes its place, so that a plugin that always fails pauses no work of this one.
 */
export function handleDeliveries(parts: Pick<Parts, 'jobs' | 'handlers' | 'ctx'>): void {
  const { jobs, handlers, ctx } = parts
  jobs.handle<typeof deliverJob.input, 'workspace', Tables>(deliverJob, async (scope, input) => {
    const handler = handlers.find(input)
    const mail = handler && (await incomingMail(scope.db, input.emailId))
    if (handler === undefined || mail === undefined) return
    try {
      // The handler is another plugin's, whose tables are known only to itself.
      await handler(scope as unknown as WorkspaceContext, mail)
    } catch {
      await enqueueNext(parts, scope.orgId, input)
      ctx.log.warn('A handler of received emails failed.', { plugin: input.plugin, attempt: input.attempt })
    }
  })
}

type Attempt = NamedHandler & { readonly emailId: string; readonly attempt: number }

async function enqueueNext({ jobs }: Pick<Parts, 'jobs'>, orgId: string, input: Attempt): Promise<void> {
  const delay = delays[input.attempt - 1]
  if (delay === undefined) return
  const { emailId, plugin, position, attempt } = input
  const uniqueKey = `${emailId}:${plugin}:${position}:${attempt + 1}`
  await jobs.enqueue(orgId, deliverJob, { ...input, attempt: attempt + 1 }, { delay, lane: plugin, uniqueKey })
}

/** Undefined for an email that was deleted. */
async function incomingMail(db: ReadQueries<Tables>, emailId: string): Promise<IncomingMail | undefined> {
  const row = await db
    .selectFrom('mail_emails as e')
    .innerJoin('mail_messages as m', 'm.id', 'e.message_id')
    .leftJoin('mail_bodies as b', 'b.message_id', 'm.id')
    .select(['e.id', 'e.received_at', 'm.sender', 'm.recipients', 'm.subject', 'm.text', 'b.html'])
    .select(['e.folder', 'm.is_automatic'])
    .where('e.id', '=', emailId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: row.id,
    from: row.sender?.address ?? '',
    to: row.recipients.map(({ address }) => address),
    subject: row.subject,
    text: row.text,
    ...(row.html !== null && { html: row.html }),
    receivedAt: row.received_at,
    isAutomatic: row.is_automatic,
    isSpam: row.folder === 'spam',
  }
}
