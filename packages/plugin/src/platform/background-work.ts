import { serviceToken } from '../service.ts'

/** A plugin whose background work is paused after repeated failures. */
export interface PausedPlugin {
  readonly plugin: string
  readonly since: string
  /** When one job is tried again by itself. */
  readonly until: string
  /** How many attempts in a row have failed. */
  readonly failures: number
  /** The message of the last fault, for the operator. */
  readonly fault: string
}

/** Background work of plugins: paused where it fails over and over, on every process. */
export interface BackgroundWorkService {
  paused(): Promise<readonly PausedPlugin[]>
  /** Resumes at once. @returns whether it was paused */
  resume(plugin: string): Promise<boolean>
  /**
   * Receives every pause once, on the process that noticed it. An error is logged.
   * @returns a function that ends the subscription
   */
  onPause(tell: (paused: PausedPlugin) => void | Promise<void>): () => void
}

/**
 * Background work of plugins.
 *
 * Audience: platform.
 */
export const BackgroundWork = serviceToken<BackgroundWorkService>('core.background-work')
