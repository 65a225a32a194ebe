import { Problem } from '@host/plugin'

/** A call to an account. */
export type MemoryDnsCall = 'zones' | 'records' | 'write'

/**
 * How a call fails. `silent`: it answers nothing until its signal is aborted. `refused`: the credential is no longer
 * valid. `limited`: too many requests. `broken`: it fails before it did anything. `half_done`: a write deletes the
 * record set, doesn't create the new one, and fails. `answer_lost`: a write is done, and fails.
 */
export type MemoryDnsFaultKind = 'silent' | 'refused' | 'limited' | 'broken' | 'half_done' | 'answer_lost'

/** A fault to come. */
export interface MemoryDnsFault {
  readonly kind: MemoryDnsFaultKind
  /** The calls that it is for: every call when left out. `half_done` and `answer_lost` are for writes only. */
  readonly call?: MemoryDnsCall
  /** Calls that pass before it: 0 when left out. */
  readonly after?: number
  /** Calls that it fails: 1 when left out. */
  readonly times?: number
}

/** Faults in the order in which they were planted. */
export class MemoryDnsFaults {
  #planted: { readonly fault: MemoryDnsFault; after: number; left: number }[] = []

  plant(fault: MemoryDnsFault): void {
    this.#planted.push({ fault, after: fault.after ?? 0, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#planted = []
  }

  /** The fault of a call that begins. */
  take(call: MemoryDnsCall): MemoryDnsFaultKind | undefined {
    for (const each of this.#planted) {
      if (each.left === 0 || !isFor(each.fault, call)) continue
      if (each.after > 0) {
        each.after -= 1
        continue
      }
      each.left -= 1
      return each.fault.kind
    }
    return undefined
  }
}

function isFor({ call, kind }: MemoryDnsFault, current: MemoryDnsCall): boolean {
  const isOfWrites = kind === 'half_done' || kind === 'answer_lost'
  return (call === undefined || call === current) && (!isOfWrites || current === 'write')
}

/** @throws Problem for a fault before the call did anything; the reason of the signal for a silent one */
export async function failBefore(kind: MemoryDnsFaultKind | undefined, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (kind === 'silent') await untilAborted(signal)
  if (kind === 'refused') throw refused()
  if (kind === 'limited')
    throw new Problem('remote_failed', { detail: texts.limited, headers: { 'retry-after': '30' } })
  if (kind === 'broken') throw failed()
}

/** The provider refuses the credential. */
export function refused(): Problem {
  return new Problem('remote_refused', { detail: texts.refused })
}

/** The provider fails for a reason of its own. */
export function failed(): Problem {
  return new Problem('remote_failed', { detail: texts.failed })
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

const texts = {
  refused: { en: 'The provider refused the token.', zh: '服务商拒绝了该令牌。' },
  limited: { en: 'The provider limits the number of requests.', zh: '服务商限制了请求频率。' },
  failed: { en: 'The provider failed.', zh: '服务商出错。' },
} as const
