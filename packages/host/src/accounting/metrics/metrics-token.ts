/** Reads the token that opens the metrics. @throws TypeError that says what to write, and nothing of what was written */
export function parseMetricsToken(text: string): string {
  if (/^[\x21-\x7e]{24,200}$/.test(text)) return text
  throw new TypeError('it has to be 24 to 200 visible characters without spaces; make one with "openssl rand -hex 32"')
}
