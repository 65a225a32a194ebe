import { isPostgres } from '../../database/open-database.ts'
import { KeptThreads } from '../../support/kept-threads.ts'
import type { ThreadCode } from '../../support/start-thread.ts'
import type { Coherence } from './coherence.ts'
import { Epochs } from './epochs.ts'
import { SharedCoherence } from './shared-coherence.ts'
import { soleCoherence } from './sole-coherence.ts'
import type { CoherenceThreadRole, MediumPlace } from './thread-messages.ts'
import { Trust } from './trust.ts'
import { untrustedCoherence } from './untrusted-coherence.ts'

const role: CoherenceThreadRole = { coherenceThread: true }
const coherenceThreads = new KeptThreads(new URL('coherence-thread.ts', import.meta.url), role)

/** Facts that decide which other processes cache rights, and how they are reached. */
export interface CoherenceOptions {
  /** One of several processes of a parent; undefined for the only one. */
  readonly worker?: { readonly coherencePipe?: number | undefined } | undefined
  readonly threadCode?: ThreadCode | undefined
  readonly config: { readonly databaseUrl: string }
}

/** A coherence, with its disposal. */
export interface OpenCoherence extends AsyncDisposable {
  readonly coherence: Coherence
}

/**
 * Opens the coherence of a process: through its database where that is a server, through the parent where it is one of
 * several workers, and on its own where it is alone. Among others it trusts nothing before it has met them.
 */
export function openCoherence({ config: { databaseUrl }, worker, threadCode }: CoherenceOptions): OpenCoherence {
  if (isPostgres(databaseUrl)) return shareThrough({ databaseUrl }, threadCode)
  if (worker === undefined) return lone(soleCoherence())
  const { coherencePipe: descriptor } = worker
  return descriptor === undefined ? lone(untrustedCoherence()) : shareThrough({ descriptor }, threadCode)
}

function lone(coherence: Coherence): OpenCoherence {
  return { coherence, async [Symbol.asyncDispose]() {} }
}

/** A failed thread ends the process, since no changes would be received any more: its error is left uncaught. */
function shareThrough(place: MediumPlace, threadCode: ThreadCode | undefined): OpenCoherence {
  const [epochs, trust] = [new Epochs(), new Trust()]
  const worker = coherenceThreads.take(threadCode)
  const keep = (): Promise<void> => coherenceThreads.keep(worker, threadCode)
  const coherence = new SharedCoherence(worker, { epochs, trust, keep })
  coherence.begin({ place, epochs: epochs.memory, trust: trust.shared })
  worker.unref()
  return { coherence, [Symbol.asyncDispose]: () => coherence.end() }
}
