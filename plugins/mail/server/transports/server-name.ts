import { isIP } from 'node:net'
import { normalizeHostName } from '@host/plugin'

/** The name of a server in its one form, or its address. Undefined for another text, such as one with a port. */
export function serverName(text: string): string | undefined {
  const address = text.replace(/^\[(?<inner>.*)\]$/, '$<inner>')
  if (isIP(address) !== 0) return address
  return text.includes(':') ? undefined : normalizeHostName(text)
}
