/** Messages between the main thread and the coherence thread, over a port of their own. */
import type { SharedTrust } from './trust.ts'

/** Where the rows of all processes stand: in a database, or with the parent at the other end of a file descriptor. */
export type MediumPlace = { readonly databaseUrl: string } | { readonly descriptor: number }

/** Options of the thread. */
export interface CoherenceThreadOptions {
  readonly coherenceThread: true
  readonly epochs: SharedArrayBuffer
  readonly trust: SharedTrust
  readonly place: MediumPlace
}

export type CoherenceRequest =
  | { readonly kind: 'say'; readonly number: number; readonly slots: readonly number[] }
  | { readonly kind: 'end' }

/** `said` answers a `say`: whether no process trusts the old state. */
export type CoherenceReply =
  | { readonly kind: 'said'; readonly number: number; readonly isTold: boolean }
  | { readonly kind: 'ended' }
