import type { PluginFinding } from './plugin-finding.ts'

/** A rule that found nothing to look at, and why. */
export interface LeftOut {
  readonly rule: string
  readonly why: string
}

/** The result of checking a plugin. */
export interface PluginReport {
  /** The plugin's name; that of its package where it has none that can be read. */
  readonly name: string
  readonly folder: string
  /** Ids of the rules that were looked at, in order. */
  readonly checked: readonly string[]
  readonly leftOut: readonly LeftOut[]
  readonly findings: readonly PluginFinding[]
}

/** A plugin that could not be checked at all; the message is a sentence with the fix. */
export class PluginCheckFailure extends Error {
  override readonly name = 'PluginCheckFailure'
}
