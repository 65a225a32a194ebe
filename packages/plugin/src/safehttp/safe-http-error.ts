import { matchAcrossCopies } from '../across-copies.ts'
import { Problem, type ErrorCode, type Wording } from '../errors.ts'

/** Why a request came to nothing. */
export type SafeHttpReason =
  | 'invalid_url'
  | 'destination_not_allowed'
  | 'redirect_not_allowed'
  | 'too_many_redirects'
  | 'name_not_found'
  | 'connection_failed'
  | 'not_trusted'
  | 'bad_answer'
  | 'too_large'
  | 'timeout'

/**
 * Code and sentence that each reason gives to the client of a handler that lets it through. None names an address, so
 * that an answer reveals nothing about internal names.
 */
const reasons: Readonly<Record<SafeHttpReason, { readonly code: ErrorCode; readonly detail: Wording }>> = {
  invalid_url: {
    code: 'destination_not_allowed',
    detail: { en: 'The destination is not a plain http or https URL.', zh: '目标地址不是有效的 http 或 https 网址。' },
  },
  destination_not_allowed: {
    code: 'destination_not_allowed',
    detail: { en: 'Destination not allowed.', zh: '不允许访问该目标地址。' },
  },
  redirect_not_allowed: {
    code: 'destination_not_allowed',
    detail: {
      en: 'The destination redirects to where this request must not go.',
      zh: '目标地址重定向到了不允许的位置。',
    },
  },
  too_many_redirects: {
    code: 'remote_failed',
    detail: { en: 'The destination redirects too often.', zh: '目标地址重定向次数过多。' },
  },
  name_not_found: {
    code: 'remote_failed',
    detail: { en: "The host name of the destination can't be resolved.", zh: '无法解析目标地址的域名。' },
  },
  connection_failed: {
    code: 'remote_failed',
    detail: { en: 'The connection to the destination failed.', zh: '无法连接到目标地址。' },
  },
  not_trusted: {
    code: 'remote_failed',
    detail: { en: 'The TLS certificate of the destination is invalid.', zh: '目标地址的证书无效。' },
  },
  bad_answer: {
    code: 'remote_failed',
    detail: { en: "The response of the destination can't be read.", zh: '无法读取目标地址的响应。' },
  },
  too_large: {
    code: 'remote_failed',
    detail: { en: 'The response of the destination is too large.', zh: '目标地址的响应过大。' },
  },
  timeout: {
    code: 'timeout',
    detail: { en: 'The destination did not respond in time.', zh: '目标地址未能及时响应。' },
  },
}

/**
 * Why a request came to nothing. It is a problem of the catalog, so a handler may let it through: a destination that
 * is not allowed answers 400, a failing one 502, a slow one 504.
 * @example
 * const isRefused = error instanceof SafeHttpError && error.reason === 'destination_not_allowed'
 * @since 1.0.0
 */
export class SafeHttpError extends Problem {
  readonly reason: SafeHttpReason

  /** @param cause the underlying error; logged, never sent */
  constructor(reason: SafeHttpReason, cause?: unknown) {
    const { code, detail } = reasons[reason]
    super(code, { detail, cause })
    this.reason = reason
  }
}
matchAcrossCopies(SafeHttpError, 'SafeHttpError')

/** The error of a request, from the error of the socket, the parser or the certificate check. */
export function asSafeHttpError(error: unknown): SafeHttpError {
  if (error instanceof SafeHttpError) return error
  const { code: given, name } = error as { readonly code?: string; readonly name?: string }
  const code = given ?? name ?? ''
  // The message of this one is the address, and a refusal carries none.
  if (code === 'ERR_IP_BLOCKED') return new SafeHttpError('destination_not_allowed')
  return new SafeHttpError(byCode.find(([form]) => form.test(code))?.[1] ?? 'connection_failed', error)
}

const byCode: readonly (readonly [form: RegExp, reason: SafeHttpReason])[] = [
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/, 'too_large'],
  [/^(HTTPParserError|HPE_.*|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, 'bad_answer'],
  [
    /^(?:ERR_TLS_|ERR_SSL_|CERT_)|_CERT|_SIGNATURE$|^(?:EPROTO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)$/,
    'not_trusted',
  ],
]
