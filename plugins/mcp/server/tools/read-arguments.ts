import type { Tool } from './tool.ts'

/** Arguments of a tool call: the input of its route, and the call options. */
export interface ToolArguments {
  readonly input: Readonly<Record<string, unknown>>
  readonly isDryRun: boolean
  readonly idempotencyKey: string | undefined
  /** The problem with the call options; the input is validated by the route. */
  readonly fault?: string
}

/** Splits the arguments of a tool call. */
export function readArguments({ isWriting }: Tool, given: unknown): ToolArguments {
  const all = typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {}
  if (!isWriting) return { input: all, isDryRun: false, idempotencyKey: undefined }
  const { dryRun, idempotencyKey, ...input } = all
  const isKey = idempotencyKey === undefined || idempotencyKey === null || typeof idempotencyKey === 'string'
  const isSwitch = dryRun === undefined || dryRun === null || typeof dryRun === 'boolean'
  const call = { input, isDryRun: dryRun === true, idempotencyKey: asText(idempotencyKey) }
  // A malformed dry-run switch never leads to a real run.
  if (!isSwitch) return { ...call, isDryRun: true, fault: 'dryRun must be true or false.' }
  return isKey ? call : { ...call, fault: 'idempotencyKey must be a string.' }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
