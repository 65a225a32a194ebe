/** How long an answer asks to wait, in seconds: said as such, or as the date until when, read by the sender's clock. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const said = headers.get('retry-after')
  if (said === null) return undefined
  if (/^\d{1,9}$/.test(said)) return Number(said)
  const now = Date.parse(headers.get('date') ?? new Date().toUTCString())
  const milliseconds = said.endsWith('GMT') ? Date.parse(said) - now : Number.NaN
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, Math.ceil(milliseconds / 1_000))
}
