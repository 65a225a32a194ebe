import { randomBytes } from 'node:crypto'
import type { DomainRecords } from '../checks/check-record.ts'
import { quoted } from '../records/record-set.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const bytes = 20
const bitsOfDigit = 5n

/** The TXT record that proves control of a name. */
export interface ChallengeRecord {
  readonly name: string
  readonly value: string
}

/** A new challenge: 160 random bits in base 32, which no tool changes the case of or splits. */
export function newChallenge(): string {
  let rest = BigInt(`0x${randomBytes(bytes).toString('hex')}`)
  return Array.from({ length: (bytes * 8) / Number(bitsOfDigit) }, () => {
    const digit = alphabet.charAt(Number(rest & 31n))
    rest >>= bitsOfDigit
    return digit
  }).join('')
}

/** The record for a challenge. @param name in A-labels, without a dot at the end */
export function challengeRecord(name: string, challenge: string): ChallengeRecord {
  return { name: `_host-challenge.${name}`, value: `host-challenge=${challenge}` }
}

/** The record for a challenge, as a check looks for it: other TXT records may stand beside it. */
export function expectedChallenge(domain: string, challenge: string): DomainRecords {
  const { name, value } = challengeRecord(domain, challenge)
  return { domain, name, type: 'TXT', data: [quoted(value)], isWhole: false, isProxied: false }
}
