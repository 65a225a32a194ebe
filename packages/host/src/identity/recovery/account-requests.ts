/**
 * Requests of anonymous clients for an address: one job each, whatever the address, so that the answer is the same and
 * equally fast for all of them. The job reads the account; its link, its email and its own end are one transaction, so
 * a job repeated after a crash makes neither a second link nor a second email.
 */
import { instanceOrgId } from '../../request/instance-org-id.ts'
import type { Place, Vault } from '../../security/encryption/vault.ts'
import type { HostJobKind, JobEngine } from '../../jobs/job-engine.ts'
import { openInput, sealInput, SealedInput } from '../../jobs/sealed-input.ts'
import * as z from 'zod/mini'
import type { Reader } from './recovery-service.ts'
import type { Registration } from './register.ts'

/** A request. */
export type AccountRequest =
  | { readonly ask: 'reset' | 'verification'; readonly reader: Reader }
  | { readonly ask: 'registration'; readonly registration: Registration }

/** How requests are answered. */
export interface AccountRequestWork {
  /** Runs inside the transaction of the job. */
  answer(request: AccountRequest): Promise<void>
  /** Erases accounts that were not verified in time; runs after each request. */
  sweep(): Promise<void>
}

/** The queue of requests. */
export interface AccountRequests {
  /** Sets how requests are answered. Once, before the jobs start. */
  handle(work: AccountRequestWork): void
  /** Queues a request. */
  add(request: AccountRequest): Promise<void>
}

/** Dependencies of the queue. */
export interface AccountRequestOptions {
  readonly jobs: Pick<JobEngine, 'handle' | 'add'>
  readonly vault: Pick<Vault, 'seal' | 'open'>
}

const requestKind: HostJobKind<typeof SealedInput> = {
  name: 'identity.request',
  input: SealedInput,
  place: 'workspace',
  atomic: true,
}

const NoInput = z.strictObject({})
const sweepKind: HostJobKind<typeof NoInput> = { name: 'identity.sweep', input: NoInput, place: 'workspace' }

const ofHost = { orgId: instanceOrgId, plugin: 'host' } as const
const place: Place = { plugin: 'host', field: 'account-request' }

/** Makes the queue. */
export function accountRequests({ jobs, vault }: AccountRequestOptions): AccountRequests {
  return Object.freeze<AccountRequests>({
    handle: ({ answer, sweep }) => {
      jobs.handle('host', requestKind, async (_scope, input) => {
        await answer(await openInput<AccountRequest>(vault, input, place))
        await jobs.add([{ ...ofHost, kind: sweepKind, input: {}, uniqueKey: 'unverified' }])
      })
      jobs.handle('host', sweepKind, sweep)
    },
    add: async (request) => {
      await jobs.add([{ ...ofHost, kind: requestKind, input: await sealInput(vault, request, place) }])
    },
  })
}
