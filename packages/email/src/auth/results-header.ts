import type { SenderCheck } from './check-sender.ts'

/**
 * The Authentication-Results header (RFC 8601). Every value is a domain or a token; anything else is in quotes, without
 * line breaks.
 */
export function resultsHeader(hostname: string, check: Omit<SenderCheck, 'header'>): string {
  const { spf, dkim, dmarc, arc } = check
  const properties = [
    join(`spf=${spf.result}`, `smtp.${spf.identity}=${value(spf.domain)}`),
    ...(dkim.length === 0 ? ['dkim=none'] : dkim.map(dkimProperty)),
    join(
      `dmarc=${dmarc.result}`,
      dmarc.reason === undefined ? '' : `reason="${dmarc.reason}"`,
      dmarc.policy === undefined ? '' : `policy.dmarc=${dmarc.policy}`,
      dmarc.domain === '' ? '' : `header.from=${value(dmarc.domain)}`,
    ),
    `arc=${arc.result === 'skipped' ? 'policy' : arc.result}`,
  ]
  return `Authentication-Results: ${value(hostname)};\r\n\t${properties.join(';\r\n\t')}`
}

function dkimProperty({ result, reason, domain, selector, algorithm, signature }: SenderCheck['dkim'][number]): string {
  return join(
    `dkim=${result}`,
    reason === undefined ? '' : `reason="${reason}"`,
    `header.d=${value(domain)}`,
    `header.s=${value(selector)}`,
    `header.a=${value(algorithm)}`,
    signature === '' ? '' : `header.b=${value(signature)}`,
  )
}

/** Each property on a line of its own keeps every line far below 998 bytes. */
const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\r\n\t ')

function value(text: string): string {
  if (/^[A-Za-z0-9._-]+$/.test(text)) return text
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '_')}"`
}
