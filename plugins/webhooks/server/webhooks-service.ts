import type { WebhooksService } from '@host/plugin/platform'
import type { AttemptError } from '../shared.ts'
import { messageBody } from './message-body.ts'
import type { Parts } from './parts.ts'
import { postMessage } from './post-message.ts'
import { newSecret } from './webhook-secret.ts'

/** Signed messages for other plugins, outside of the endpoints of a workspace. */
export function webhooksService({ client, clock }: Pick<Parts, 'client' | 'clock'>): WebhooksService {
  return Object.freeze<WebhooksService>({
    newSecret,
    send: async ({ url, secret, id, type, data }, signal) => {
      const at = clock()
      const body = messageBody({ type, at: new Date(at).toISOString(), data })
      const { status, retryAfter, error } = await postMessage(client, { url, id, at, body, secrets: [secret] }, signal)
      return { status, retryAfter, error: error === undefined ? undefined : sentences[error] }
    },
  })
}

const sentences: Readonly<Record<AttemptError, string>> = {
  invalid_url: 'Not a valid http or https URL.',
  destination_not_allowed: 'The destination is not allowed.',
  name_not_found: "The host name of the destination can't be resolved.",
  connection_failed: 'The connection to the destination failed.',
  not_trusted: 'The TLS certificate of the destination is invalid.',
  bad_answer: "The response of the destination can't be read.",
  too_large: 'The response of the destination is too large.',
  timeout: 'The destination did not respond in time.',
  redirect: 'The destination returned a redirect, which is not followed.',
  status: 'The destination returned a status other than 2xx.',
}
