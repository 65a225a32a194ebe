import type { Tool } from './tool.ts'

/** What a tool was called with: the input of its route, and how it is to be called. */
export interface ToolArguments {
  readonly input: Readonly<Record<string, unknown>>
  readonly isDryRun: boolean
  readonly idempotencyKey: string | undefined
  /** What is wrong with how it is to be called; the input is the route's to judge. */
  readonly fault?: string
}

/** Takes apart what a tool was called with. */
export function readArguments({ isWriting }: Tool, given: unknown): ToolArguments {
  const all = typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {}
  if (!isWriting) return { input: all, isDryRun: false, idempotencyKey: undefined }
  const { dryRun, idempotencyKey, ...input } = all
  const isKey = idempotencyKey === undefined || idempotencyKey === null || typeof idempotencyKey === 'string'
  const isSwitch = dryRun === undefined || dryRun === null || typeof dryRun === 'boolean'
  const call = { input, isDryRun: dryRun === true, idempotencyKey: asText(idempotencyKey) }
  // Whoever meant a dry run and wrote it wrongly does not get a real one.
  if (!isSwitch) return { ...call, isDryRun: true, fault: 'dryRun must be true or false.' }
  return isKey ? call : { ...call, fault: 'idempotencyKey must be a string.' }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
