import { DnsError } from '@host/dns'
import { Problem, type DnsRecordKey, type Wording } from '@host/plugin'
import { dnsWording } from './dns-texts.ts'
import { readRecordName } from './record-names.ts'
import { readType } from './record-set.ts'

/** The key of a record set that a user names. @throws Problem `invalid_input` naming the field */
export function readKey(zone: string, { name, type }: DnsRecordKey): DnsRecordKey {
  return {
    name: readField('name', () => readRecordName(name, zone)),
    type: readField('type', () => readType(type)),
  }
}

function readField(path: string, read: () => string): string {
  try {
    return read()
  } catch (error) {
    if (error instanceof DnsError) throw invalid(path, dnsWording(error.message))
    throw error
  }
}

/** A problem of one field. */
export function invalid(path: string, message: Wording): Problem {
  return new Problem('invalid_input', { errors: [{ path, message }] })
}
