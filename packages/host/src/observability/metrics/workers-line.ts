/** Messages about metrics between workers and their parent, among the others of their lines. */
export type MetricsMessage =
  /** A worker can be asked from now on. */
  | { readonly hostMetrics: 'ready' }
  /** A worker requests the measurements of all of them. */
  | { readonly hostMetrics: 'gather'; readonly number: number }
  /** The parent asks a worker. */
  | { readonly hostMetrics: 'ask' }
  | { readonly hostMetrics: 'told'; readonly families: string }
  | { readonly hostMetrics: 'gathered'; readonly number: number; readonly workers: readonly ToldWorker[] }

/** The answer of one worker. */
export interface ToldWorker {
  /** Its place among those of the parent, from 1 on; the one that replaces it gets the same. */
  readonly worker: string
  /** Packed families; null when it did not answer. */
  readonly families: string | null
}

export function isMetricsMessage(message: unknown): message is MetricsMessage {
  return typeof message === 'object' && message !== null && 'hostMetrics' in message
}
