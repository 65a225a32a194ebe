import { startSmtpServer, type SmtpServer, type SmtpVerdict } from '@host/email'
import type { SmtpReceiver } from '@host/plugin/platform'
import type { Parts } from '../parts.ts'
import { cachedLookup } from './cached-lookup.ts'
import { noteMailServer } from '../senders/mail-server.ts'
import { judgeRecipient } from './judge-recipient.ts'
import { receiveMessage } from './receive-message.ts'
import { replies } from './replies.ts'

/** Receives mail by SMTP, for recipients of this instance and no others. */
export function smtpReceiver(given: Parts): SmtpReceiver {
  const parts = { ...given, lookup: cachedLookup(given.lookup, given.clock) }
  let server: SmtpServer | undefined
  return Object.freeze<SmtpReceiver>({
    async listen({ name, host, port, certificate, isProxy }) {
      server = await startSmtpServer({
        name,
        port,
        ...(host !== undefined && { host }),
        ...(certificate && { tls: certificate }),
        ...(isProxy && { isProxy }),
        log: parts.ctx.log,
        onRecipient: async (_session, address) => countRefused(parts, await judgeRecipient(parts, address)),
        onMessage: async (session, envelope, bytes) => await receiveMessage(parts, { name, session, envelope, bytes }),
      })
      noteMailServer(parts.ctx, { name, hasTls: certificate !== undefined })
      return server.port
    },
    setCertificate: (certificate) => server?.setTls(certificate),
    stop: async (deadline) => await server?.stop(deadline),
  })
}

/** Counts a recipient that is not received for; one that is, is counted with its message. */
function countRefused({ metrics }: Parts, verdict: SmtpVerdict): SmtpVerdict {
  if (verdict === 'accepted') return verdict
  const result = verdict === replies.unknown ? 'unknown' : verdict.code < 500 ? 'failed' : 'refused'
  metrics.countReceived({ source: 'smtp', result })
  return verdict
}
