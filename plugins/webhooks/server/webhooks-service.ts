import type { WebhooksService } from '@host/plugin'
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
  invalid_url: 'The address is no plain http or https URL.',
  destination_not_allowed: 'The destination is not allowed.',
  name_not_found: 'The name of the destination has no address.',
  connection_failed: 'The connection to the destination failed.',
  not_trusted: 'The certificate of the destination is not valid for it.',
  bad_answer: 'The answer of the destination cannot be read.',
  too_large: 'The answer of the destination is too large.',
  timeout: 'The destination did not answer in time.',
  redirect: 'The destination answered with a redirect, which is not followed.',
  status: 'The destination answered with a status other than 2xx.',
}
