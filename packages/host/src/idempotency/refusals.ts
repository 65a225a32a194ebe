/** Answers to a request with a key whose handler does not run, or whose answer could not be stored. */
import { Problem } from '@host/plugin'

/** Seconds after which asking again is worth the while. */
const soon = '1'

/** 409 with `Retry-After`: the first request still runs. */
export function stillRunning(): Problem {
  return new Problem('idempotency_in_flight', { headers: { 'retry-after': soon } })
}

/** 409 with `Idempotency-Original-Status`: the first answer was a stream or over 1 MiB. */
export function notKept(status: number): Problem {
  return new Problem('idempotency_not_kept', { headers: { 'idempotency-original-status': String(status) } })
}

/** 422: the key belongs to a request with another query or body. */
export function contradiction(): Problem {
  return new Problem('unprocessable', {
    detail: {
      en: 'This Idempotency-Key was used with a different query or body.',
      zh: '此幂等键已用于查询参数或正文不同的请求。',
    },
  })
}

/** 422: the answer was made for a caller with more rights. */
export function callerMismatch(): Problem {
  return new Problem('idempotency_caller_mismatch')
}

/** 503 with `Retry-After`: the store can't find the owner of the key, or could not store the handler's answer. */
export function storeUnavailable(cause?: unknown): Problem {
  return new Problem('service_unavailable', {
    detail: { en: "The idempotency store isn't responding.", zh: '幂等键的存储暂时没有响应。' },
    headers: { 'retry-after': soon },
    cause,
  })
}
