import { Problem, type DnsRecordChange, type DnsRecordSet } from '@host/plugin'
import { conflict } from './provider-problems.ts'
import { isSameRecordSet } from './record-sets.ts'

/** The steps of a write at a provider with an HTTP API. */
export interface WriteSteps {
  /** The present record set of the key. */
  read(): Promise<DnsRecordSet | null>
  /** Sends the change. @throws Problem `invalid_input` also where the former records are gone */
  send(): Promise<void>
}

/**
 * Reads, compares and sends. A request that fails may have been done, and one that is refused may have come too late, so
 * the records are read again before a failure is reported.
 * @throws Problem `conflict`, and those of the steps
 */
export async function settleWrite({ before, after }: DnsRecordChange, { read, send }: WriteSteps): Promise<void> {
  const present = await read()
  if (isSameRecordSet(present, after)) return
  if (!isSameRecordSet(present, before)) throw conflict()
  try {
    await send()
  } catch (error) {
    if (!isOpen(error)) throw error
    const found = await read()
    if (isSameRecordSet(found, after)) return
    throw isSameRecordSet(found, before) ? error : conflict()
  }
}

function isOpen(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'remote_failed' || error.code === 'invalid_input')
}
