/** The errors of providers. None carries a credential or a raw answer; causes are for the log, and have neither. */
import { Problem, type Wording } from '@host/plugin'
import { SafeHttpError } from '@host/plugin/safehttp'

/** The zone has other records than the caller saw. */
export function conflict(): Problem {
  return new Problem('conflict', { detail: texts.conflict })
}

/** The account doesn't have the zone, or no longer. */
export function zoneNotFound(): Problem {
  return new Problem('not_found', { detail: texts.zone })
}

/** The provider refuses the credential, or the rights of the account. */
export function refused(detail: Wording = texts.refused, cause?: unknown): Problem {
  return new Problem('remote_refused', { detail, cause })
}

/** The provider is slow, broken, or answers with something else. */
export function failed(detail: Wording = texts.failed, cause?: unknown): Problem {
  return new Problem('remote_failed', { detail, cause })
}

/** The provider limits the rate. @param retryAfter seconds, as its header says; left out when it isn't a number */
export function limited(retryAfter: string | null): Problem {
  const headers = retryAfter !== null && /^\d{1,5}$/.test(retryAfter) ? { 'retry-after': retryAfter } : {}
  return new Problem('remote_failed', { detail: texts.limited, headers })
}

/** The Problem for a request that came to nothing; other errors as they are. */
export function httpFailure(error: unknown): unknown {
  return error instanceof SafeHttpError ? failed(error.options.detail, error) : error
}

/** The provider doesn't take the records. */
export function invalid(detail: Wording): Problem {
  return new Problem('invalid_input', { detail })
}

/** A field of an account is wrong. */
export function invalidField(path: string, message: Wording): Problem {
  return new Problem('invalid_input', { errors: [{ path, message }] })
}

const texts = {
  conflict: { en: 'The records were changed in the meantime.', zh: '记录在此期间已被更改。' },
  zone: { en: "The account doesn't have this zone.", zh: '该账号没有此区域。' },
  refused: { en: 'The provider refused the credentials, or their permissions.', zh: '服务商拒绝了凭据或其权限。' },
  failed: { en: "The provider didn't respond as expected.", zh: '服务商未正常响应。' },
  limited: {
    en: 'The provider limits the number of requests. Try again later.',
    zh: '服务商限制了请求频率，请稍后重试。',
  },
} as const
