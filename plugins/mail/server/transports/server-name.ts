import { normalizeHostName } from '@host/plugin'

/** The name of a server in its one form, or its address. Undefined for another text, such as one with a port. */
export function serverName(text: string): string | undefined {
  const address = text.replace(/^\[(?<inner>.*)\]$/, '$<inner>')
  if (isAddress(address)) return address
  return text.includes(':') ? undefined : normalizeHostName(text)
}

/** Whether a text is an IP address, in the usual spelling. */
export function isAddress(text: string): boolean {
  if (text.includes(':')) return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`)
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && URL.canParse(`http://${text}/`)
}
