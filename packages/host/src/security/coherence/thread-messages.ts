/** Messages between the main thread and the coherence thread, over a port of their own. */
import type { SharedTrust } from './trust.ts'

/** Where the rows of all processes stand: in a database, or with the parent at the other end of a file descriptor. */
export type MediumPlace = { readonly databaseUrl: string } | { readonly descriptor: number }

/** Tells the thread from others whose text it is in. */
export interface CoherenceThreadRole {
  readonly coherenceThread: true
}

/** The line of one process, and the memory that it shares with its thread. */
export interface CoherenceLine {
  readonly epochs: SharedArrayBuffer
  readonly trust: SharedTrust
  readonly place: MediumPlace
}

/** A thread holds one line at a time, from `hold` to `end`. */
export type CoherenceRequest =
  | { readonly kind: 'hold'; readonly line: CoherenceLine }
  | { readonly kind: 'say'; readonly number: number; readonly slots: readonly number[] }
  | { readonly kind: 'end' }

/** `said` answers a `say`: whether no process trusts the old state. */
export type CoherenceReply =
  | { readonly kind: 'said'; readonly number: number; readonly isTold: boolean }
  | { readonly kind: 'ended' }
