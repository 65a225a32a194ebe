import { Problem, type Wording } from '../errors.ts'
import { judge } from './judge.ts'
import type { OutboundPolicy } from './outbound-policy.ts'
import { SafeHttpError } from './safe-http-error.ts'

/** An address entered by a user for messages that are sent later. */
export interface WrittenDestination {
  readonly url: string
  /** The field that it stands in, as problems name it, such as `url`. */
  readonly field: string
}

/**
 * Refuses an address that can't receive messages: one that requests refuse, and one without TLS unless the operator has
 * allowed it. Each request checks it again. A name that can't be resolved yet is accepted.
 * @throws Problem `destination_not_allowed` at the field
 * @example await requireDestination({ url: input.url, field: 'url' }, ctx.lookup(Outbound))
 * @since 1.0.0
 */
export async function requireDestination(
  { url, field }: WrittenDestination,
  outbound: OutboundPolicy | undefined,
): Promise<void> {
  const refused = (message: Wording): Problem =>
    new Problem('destination_not_allowed', { detail: message, errors: [{ path: field, message }] })
  const admission = await judge(url, outbound).catch((error: unknown) => {
    if (!(error instanceof SafeHttpError)) throw error
    if (error.reason === 'name_not_found' || error.reason === 'timeout') return 'unknown' as const
    throw refused(error.options.detail ?? unsafe)
  })
  if (admission !== 'opened' && !/^https:/i.test(url)) throw refused(unencrypted)
}

const unsafe = { en: 'Destination not allowed.', zh: '不允许访问该目标地址。' }
const unencrypted = { en: 'Give an address that begins with https://.', zh: '请填写以 https:// 开头的地址。' }
