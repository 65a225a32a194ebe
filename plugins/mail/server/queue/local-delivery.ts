import type { Delivery } from '@host/email'

/** The result of an attempt that connected to no server. A status of 5 ends it, one of 4 is followed by another. */
export function localDelivery(
  addresses: readonly string[],
  { enhanced, text, at }: { readonly enhanced: string; readonly text: string; readonly at: number },
): Delivery {
  const isRefused = enhanced.startsWith('5')
  const outcome = {
    kind: isRefused ? 'refused' : 'deferred',
    reason: 'not supported',
    reply: { code: isRefused ? 550 : 450, enhanced, text },
    isGreylisting: false,
  } as const
  return {
    recipients: addresses.map((address) => ({ address, outcome })),
    transcript: [{ at, from: 'event', text }],
    server: undefined,
    tls: undefined,
  }
}
