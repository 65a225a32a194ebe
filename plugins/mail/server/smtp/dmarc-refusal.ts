import type { SenderCheck, SmtpReply } from '@host/email'

/** The refusal of a message that fails DMARC, with the reason in words: its sender's administrator reads it. */
export function dmarcRefusal({ spf, dkim, dmarc }: SenderCheck, peer: string): SmtpReply {
  const asker = dmarc.policyDomain ?? dmarc.domain
  const signed = dkim.length === 0 ? 'it has no DKIM signature' : dkim.slice(0, 3).map(signature).join(', ')
  const text =
    `Refused because ${asker} asks for it (p=reject) for mail from ${dmarc.domain}, and neither SPF nor DKIM matched: ` +
    `SPF is ${spf.result} for ${spf.domain === '' ? 'the sender' : spf.domain}, ${signed}; the sending server was ${peer}`
  return { code: 550, enhanced: '5.7.26', text }
}

function signature({ result, domain }: SenderCheck['dkim'][number]): string {
  return `the DKIM signature of ${domain === '' ? 'an unknown domain' : domain} is ${result}`
}
