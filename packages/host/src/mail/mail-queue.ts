/**
 * Emails that wait to be sent: one durable job each, added as a part of the caller's transaction.
 *
 *   add ──► waiting ──► sending ──► accepted by the server ──► done
 *              ▲           ├── not accepted, or no answer ──► waiting, 5 s doubled up to an hour, for a day ──► failed
 *              └───────────┘── refused for good, or its deadline passed ──► failed
 *
 * An email has addresses and secret links in it, so the job's input is sealed with the key of its workspace or the instance. A
 * process that dies after the server accepted an email and before the job is done sends it again, with the same Message-ID.
 */
import type { MailService, OutgoingMail } from '@host/plugin'
import { checkMail } from '@host/plugin/platform'
import type { Tracer } from '../observability/tracing/tracer.ts'
import { instanceOrgId } from '../request/instance-org-id.ts'
import type { Place, Vault } from '../security/encryption/vault.ts'
import { AttemptFailed } from '../jobs/attempt-failed.ts'
import type { HostJobKind, JobEngine } from '../jobs/job-engine.ts'
import { openInput, sealInput, SealedInput } from '../jobs/sealed-input.ts'
import { sendFailure } from './send-failure.ts'

/** Dependencies of the mail queue. */
export interface MailQueueOptions {
  readonly jobs: Pick<JobEngine, 'handle' | 'add'>
  readonly vault: Pick<Vault, 'seal' | 'open'>
  /** The service that sends; looked up for each email, since a plugin may provide it. */
  readonly service: () => MailService | undefined
  readonly isInTransaction: () => boolean
  /** Records sends in traces; undefined where none are. */
  readonly tracer?: Pick<Tracer, 'within'> | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** 34 attempts take about a day: 5 s, doubled up to an hour, give or take a quarter. */
const kind: HostJobKind<typeof SealedInput> = {
  name: 'mail.send',
  input: SealedInput,
  place: 'workspace',
  usesNetwork: true,
  attempts: 34,
  timeout: 90_000,
  // `checkMail` has bounded the email; sealed it is a third longer.
  longestInput: 2 * 1024 * 1024,
}

export class MailQueue {
  readonly #options: MailQueueOptions

  constructor(options: MailQueueOptions) {
    this.#options = options
    options.jobs.handle('host', kind, async ({ orgId, jobId: id, signal }, input) => {
      const mail = await openInput<OutgoingMail>(options.vault, input, placeOf(orgId))
      await this.#send(mail, { id, signal })
    })
  }

  /** Whether a service is there that sends the emails of a workspace, or of the instance. */
  async canSend(orgId?: string): Promise<boolean> {
    const service = this.#options.service()
    return service !== undefined && (await service.canSend?.(orgId)) !== false
  }

  /**
   * Whether an email is queued at all. Inside a transaction the answer about a workspace can't be read, so there the email is
   * queued, and its job fails where nothing sends it.
   */
  async takes({ orgId }: Pick<OutgoingMail, 'orgId'>): Promise<boolean> {
    return (orgId !== undefined && this.#options.isInTransaction()) || (await this.canSend(orgId))
  }

  /**
   * Adds an email as a part of the caller's transaction, if there is one.
   * @param plugin who sends it; the emails of one plugin never wait behind those of another
   * @returns the id of its job @throws Problem `bad_request`
   */
  async add(plugin: string, mail: OutgoingMail): Promise<{ readonly id: string }> {
    checkMail(mail)
    const { jobs, vault } = this.#options
    const { orgId = instanceOrgId } = mail
    const input = await sealInput(vault, mail, placeOf(orgId))
    const [id] = await jobs.add([{ orgId, plugin: 'host', kind, lane: plugin, input }])
    if (id === undefined) throw new Error('The added job has no ID.')
    return { id }
  }

  async #send(mail: OutgoingMail, attempt: { readonly id: string; readonly signal: AbortSignal }): Promise<void> {
    const { service, tracer, clock } = this.#options
    if (mail.deadline !== undefined && Date.parse(mail.deadline) <= clock()) throw expired()
    const sender = service()
    if (sender === undefined) throw new AttemptFailed('mail_deferred', 'This instance has no mail service.')
    try {
      const send = async (): Promise<unknown> => await sender.send(mail, attempt)
      await (tracer === undefined ? send() : tracer.within('send mail', 'client', send))
    } catch (error) {
      throw sendFailure(error)
    }
  }
}

function placeOf(orgId: string): Place {
  return { plugin: 'host', field: 'mail', ...(orgId !== instanceOrgId && { orgId }) }
}

function expired(): AttemptFailed {
  return new AttemptFailed('expired', 'The deadline of this email passed before it was sent.', { isFinal: true })
}
