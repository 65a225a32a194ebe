import { isIP } from 'node:net'

/** A name as an order has it (RFC 8555, section 9.7.7, RFC 8738). */
export interface Identifier {
  readonly type: 'dns' | 'ip'
  readonly value: string
}

export function identifierOf(name: string): Identifier {
  return { type: isIP(name) === 0 ? 'dns' : 'ip', value: name }
}
