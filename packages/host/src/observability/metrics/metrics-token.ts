/** Reads the metrics token. @throws TypeError that gives the expected form, and nothing of the token */
export function parseMetricsToken(text: string): string {
  if (/^[\x21-\x7e]{24,200}$/.test(text)) return text
  throw new TypeError(
    'it must be 24 to 200 visible characters without spaces; generate one with "openssl rand -hex 32"',
  )
}
