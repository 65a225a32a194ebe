import type { ReportAdvice, ReportDetails } from '../../shared.ts'

/** Days with reports, all of them good, before a stricter policy is proposed. */
const goodDays = 14
/** The share of messages that has to be aligned, since forwarders break some. */
const goodShare = 0.98

type Facts = Omit<ReportDetails, 'advice'>

/** What to change for a domain, the most important first. */
export function adviceFor(facts: Facts): readonly ReportAdvice[] {
  const advice = [...advicesOfMail(facts), ...(facts.failedSessions > 0 ? (['tls-failures'] as const) : [])]
  return advice.length === 0 ? ['good'] : advice
}

function advicesOfMail({ messages, aligned, sources, days, policy }: Facts): readonly ReportAdvice[] {
  if (messages === 0) return ['no-reports']
  const isGood = aligned / messages >= goodShare
  const sum = (of: 'both' | 'dkim' | 'spf' | 'none'): number => sources.reduce((all, source) => all + source[of], 0)
  const advice: ReportAdvice[] = []
  if (!isGood) advice.push('unaligned')
  // Mail that is aligned by SPF alone fails once it is forwarded.
  if (sum('spf') > messages * (1 - goodShare)) advice.push('spf-only')
  if (sum('dkim') > messages / 2) advice.push('dkim-only')
  if (isGood && sum('none') > 0) advice.push('forwarded')
  const isSteady = days.length >= goodDays && days.every((day) => day.aligned / Math.max(1, day.messages) >= goodShare)
  if (isGood && isSteady && policy === 'none') advice.push('quarantine-next')
  if (isGood && isSteady && policy === 'quarantine') advice.push('reject-next')
  return advice
}
