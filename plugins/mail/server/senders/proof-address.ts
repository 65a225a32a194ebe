import { randomBytes } from 'node:crypto'
import { readAddress } from '../receive/read-address.ts'

const shape = /^readiness\+[0-9a-f]{32}$/

/** A new address that the proof of a domain is sent to. It has no mailbox. */
export function proofAddress(domain: string): string {
  return `readiness+${randomBytes(16).toString('hex')}@${domain}`
}

/** Whether an address looks like one of `proofAddress`. */
export function isProofAddress(address: string): boolean {
  const read = readAddress(address)
  return read !== undefined && shape.test(read.local)
}
